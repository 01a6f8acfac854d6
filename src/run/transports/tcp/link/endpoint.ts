/** What all links of a rank share: the heap, its pool of slots, how many messages may be under way. */
import type { Heap } from '../../../memory/heap.ts'
import { FRAME_MESSAGE, type Header } from './frame.ts'
import { createSlotPool, type SlotPool } from './slot-pool.ts'

export interface Endpoint {
  readonly heap: Heap
  readonly bytes: Uint8Array
  readonly view: DataView
  readonly pool: SlotPool
  readonly slotBytes: number
  /** Messages of a connection that a sender may have under way before it gets credits back. */
  readonly window: number
  /** A receiver sends credits when it has so many releases. */
  readonly batch: number
  readonly header: Header
  /** Counts what may let the executor go on: messages, credits, departures. */
  changes: number
}

export function createEndpoint(heap: Heap, slotBytes: number, slots: number): Endpoint {
  // Releases that no credit was sent for yet must not count against the `slots` that a sender may rely on.
  const batch = Math.ceil(slots / 2)
  return {
    heap,
    bytes: new Uint8Array(heap.memory.buffer),
    view: new DataView(heap.memory.buffer),
    pool: createSlotPool(heap, slotBytes),
    slotBytes,
    window: slots + batch - 1,
    batch,
    header: { kind: FRAME_MESSAGE, channel: 0, bytes: 0, signature: 0, credits: 0 },
    changes: 0,
  }
}
