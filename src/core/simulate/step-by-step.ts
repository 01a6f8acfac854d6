/** A schedule step by step, as a table to look at: what each rank sends, and how many contributions each chunk then holds. */
import { conditionsOf, type Schedule, type Transfer } from '../schedules/schedule.ts'

export interface DrawnStep {
  /** From 1. */
  readonly step: number
  readonly ranks: readonly DrawnRank[]
}

export interface DrawnRank {
  readonly sends: readonly Transfer[]
  /** By chunk: contributions that it holds after the step; 0 for none. */
  readonly holds: readonly number[]
}

/** The state before the first step, as step 0, and after each. */
export function stepByStep(schedule: Schedule): readonly DrawnStep[] {
  const { ranks, switches, chunks } = schedule
  const before = conditionsOf(schedule)
  // Who has contributed to each chunk at each node, as bits: there are at most eight ranks to look at.
  const held = Array.from({ length: ranks + switches }, () => new Int32Array(chunks))
  for (let rank = 0; rank < ranks; rank++)
    for (const { chunk } of before.before(rank)) (held[rank] as Int32Array)[chunk] = 1 << rank
  const steps: DrawnStep[] = [drawn(0, [])]
  for (const { repeat, step } of schedule.rounds())
    for (let turn = 0; turn < repeat; turn++) {
      const transfers = step(turn)
      apply(transfers)
      steps.push(drawn(steps.length, transfers))
    }
  return steps

  /** All reads of a step see what was there before it. */
  function apply(transfers: readonly Transfer[]): void {
    const values = transfers.map(({ from, chunk, count }) =>
      (held[from] as Int32Array).slice(chunk, chunk + count),
    )
    for (const [at, { to, chunk, count, reduce }] of transfers.entries())
      for (let offset = 0; offset < count; offset++) {
        const target = held[to] as Int32Array
        const value = values[at]?.[offset] ?? 0
        target[chunk + offset] = reduce ? (target[chunk + offset] ?? 0) | value : value
      }
  }

  function drawn(step: number, transfers: readonly Transfer[]): DrawnStep {
    return {
      step,
      ranks: Array.from({ length: ranks }, (_, rank) => ({
        sends: transfers.filter(({ from }) => from === rank),
        holds: Array.from(held[rank] ?? [], bitsOf),
      })),
    }
  }
}

function bitsOf(value: number): number {
  let count = 0
  for (let left = value; left !== 0; left &= left - 1) count++
  return count
}
