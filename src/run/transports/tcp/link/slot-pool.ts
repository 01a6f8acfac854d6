/**
 * Slots of all connections of a rank: the one given back last is taken first, since it still lies in the cache. Before each
 * slot there is room for a frame's header, so that header and payload leave in one piece. A slot takes memory once it is needed.
 */
import type { Address, Heap } from '../../../memory/heap.ts'
import { HEADER_BYTES } from './frame.ts'

/** A whole cache line, so that slots begin at one. */
const ROOM_BYTES = 64

export interface SlotPool {
  take(): Address
  give(slot: Address): void
  close(): void
}

export function createSlotPool(heap: Heap, slotBytes: number): SlotPool {
  const idle: Address[] = []
  const all: Address[] = []
  return {
    take() {
      const slot = idle.pop()
      if (slot !== undefined) return slot
      const block = heap.allocate(ROOM_BYTES + slotBytes)
      all.push(block)
      return block + ROOM_BYTES
    },
    give(slot) {
      idle.push(slot)
    },
    close() {
      for (const block of all) heap.free(block)
      all.length = 0
      idle.length = 0
    },
  }
}

export const headerOf = (slot: Address): Address => slot - HEADER_BYTES
