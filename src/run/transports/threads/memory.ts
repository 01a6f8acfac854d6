/** The memory that all ranks share: the kernels' own page, the control block, then one arena a rank. */

import type { Address } from '../../memory/heap.ts'
import { createMemory, MOST_HEAP_BYTES, RESERVED_BYTES } from '../../memory/heap.ts'
import { RunError } from '../../run-error.ts'
import { connectionBytes, type Slots } from './connections.ts'
import { type ControlLayout, layControl } from './control.ts'

export const SLOTS: Slots = { slots: 4, slotBytes: 131_072 }
/**
 * Inputs of up to so many bytes are announced together with the call, so that one barrier of the ranks suffices. Measured on
 * 2 cores (Zen 4), all_reduce of f32: 1 KiB takes 0.29 us so and 0.33 with two barriers, 1.5 KiB 0.36 so and 0.33 with two.
 */
export const PUBLISHED_BYTES = 1024
/** Of each arena for messages: 16 connections. */
const MESSAGE_BYTES = 16 * connectionBytes(SLOTS)
/** Room for a rank's arrays unless asked otherwise; pages cost nothing before they are used. */
const ARRAY_BYTES = 2 ** 29

export const layoutOf = (ranks: number): ControlLayout => layControl(RESERVED_BYTES, ranks, PUBLISHED_BYTES)

/** `arrayBytes`: room for the arrays of each rank. */
export function createSharedMemory(ranks: number, arrayBytes?: number): WebAssembly.Memory {
  const { end } = layoutOf(ranks)
  const most = Math.floor((MOST_HEAP_BYTES - end) / ranks) - MESSAGE_BYTES
  if (arrayBytes !== undefined && !(arrayBytes >= 0 && arrayBytes <= most))
    throw new RunError({
      kind: 'argument',
      argument: 'memoryBytes',
      seen: `${arrayBytes}`,
      wanted: `0..${most}`,
    })
  return createMemory(end + (Math.min(arrayBytes ?? ARRAY_BYTES, most) + MESSAGE_BYTES) * ranks)
}

/** The arena of a rank. */
export function arenaOf(
  memory: WebAssembly.Memory,
  rank: number,
  ranks: number,
): { start: Address; end: Address } {
  const { end: first } = layoutOf(ranks)
  const bytes = Math.floor((memory.buffer.byteLength - first) / ranks / 128) * 128
  return { start: first + rank * bytes, end: first + (rank + 1) * bytes }
}
