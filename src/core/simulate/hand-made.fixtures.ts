/** Schedules made by hand, so that the simulator is tested without the algorithms. */
import type { CollectiveName } from '../collectives/names.ts'
import type { Schedule, Step, Transfer } from '../schedules/schedule.ts'
import { generated, USUAL_RATE } from '../topology/generators/index.ts'
import type { LinkRate, Topology } from '../topology/topology.ts'

export function topologyOf(text: string, rate: LinkRate = USUAL_RATE): Topology {
  const result = generated(text, rate)
  if (!result.ok) throw new Error(`no topology ${text}`)
  return result.value
}

export function transfer(
  from: number,
  to: number,
  chunk: number,
  reduce = false,
  more: Partial<Transfer> = {},
): Transfer {
  return { from, to, chunk, count: 1, reduce, channel: 0, ...more }
}

export function scheduleOf(
  ranks: number,
  chunks: number,
  steps: readonly Step[],
  collective: CollectiveName = 'all_reduce',
): Schedule {
  return {
    collective,
    ranks,
    root: 0,
    chunks,
    switches: 0,
    rounds: () => steps.map((step) => ({ repeat: 1, step: () => step })),
  }
}

/** Ring all-reduce in the natural order. */
export function ringAllReduce(ranks: number): Schedule {
  const onwards = (chunkOf: (rank: number) => number, reduce: boolean): Step =>
    Array.from({ length: ranks }, (_, rank) =>
      transfer(rank, (rank + 1) % ranks, (((chunkOf(rank) % ranks) + ranks) % ranks) as number, reduce),
    )
  return {
    collective: 'all_reduce',
    ranks,
    root: 0,
    chunks: ranks,
    switches: 0,
    rounds: () => [
      { repeat: ranks - 1, step: (turn) => onwards((rank) => rank - turn, true) },
      { repeat: ranks - 1, step: (turn) => onwards((rank) => rank + 1 - turn, false) },
    ],
  }
}

/** Broadcast down a chain in so many pieces. */
export function chainBroadcast(ranks: number, pieces: number): Schedule {
  const steps = Array.from(
    { length: ranks - 2 + pieces },
    (_, step): Step =>
      Array.from({ length: ranks - 1 }, (_, rank) => transfer(rank, rank + 1, step - rank)).filter(
        ({ chunk }) => chunk >= 0 && chunk < pieces,
      ),
  )
  return scheduleOf(ranks, pieces, steps, 'broadcast')
}

/** Everyone sends its share of each chunk to its owner, then the owner the sum to everyone. */
export function twoShot(ranks: number): Schedule {
  const pairs = Array.from(
    { length: ranks * ranks },
    (_, at) => [Math.floor(at / ranks), at % ranks] as const,
  ).filter(([a, b]) => a !== b)
  return scheduleOf(ranks, ranks, [
    pairs.map(([a, b]) => transfer(a, b, b, true)),
    pairs.map(([a, b]) => transfer(a, b, a)),
  ])
}
