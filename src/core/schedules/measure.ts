/** What a schedule costs, counted on the schedule itself: steps, and chunks sent. A repeated step is counted once and multiplied. */
import type { Schedule } from './schedule.ts'

export function stepCount(schedule: Schedule): number {
  let steps = 0
  for (const { repeat } of schedule.rounds()) steps += repeat
  return steps
}

/** Chunks that the busiest rank sends, and that all ranks and switches send together. */
export function sentChunks(schedule: Schedule): { readonly max: number; readonly total: number } {
  const sent = sentByNode(schedule)
  let max = 0
  let total = 0
  sent.forEach((count, node) => {
    total += count
    if (node < schedule.ranks && count > max) max = count
  })
  return { max, total }
}

/** Chunks that each rank, then each switch, sends. */
export function sentByNode(schedule: Schedule): Float64Array {
  const sent = new Float64Array(schedule.ranks + schedule.switches)
  for (const { repeat, step } of schedule.rounds())
    if (repeat > 0) for (const { from, count } of step(0)) sent[from] = (sent[from] ?? 0) + count * repeat
  return sent
}
