/**
 * The binomial tree over places 0 … N-1 counted from the root: place p hangs under p without its lowest bit, and has the places
 * p … p+bit-1 below it. Any number of ranks.
 * Source: Thakur, Rabenseifner & Gropp, "Optimization of collective communication operations in MPICH", 2005.
 */
import { move, once, type Rank, type Round, type Transfer } from '../schedule.ts'
import { ceilLog2 } from './powers-of-two.ts'
import { aroundCircle } from './runs.ts'

export interface Edge {
  readonly parent: Rank
  readonly child: Rank
  /** Place of the child, and how many places hang from it, itself included. */
  readonly place: number
  readonly below: number
}

/** By step away from the root: the farthest children first, as MPICH does, so that what lies below one stands together. */
export function downwards(ranks: number, root: Rank): readonly (readonly Edge[])[] {
  const steps: Edge[][] = []
  for (let bit = 2 ** ceilLog2(ranks) / 2; bit >= 1; bit /= 2) {
    const edges: Edge[] = []
    for (let place = bit; place < ranks; place += 2 * bit)
      edges.push({
        parent: (place - bit + root) % ranks,
        child: (place + root) % ranks,
        place,
        below: Math.min(bit, ranks - place),
      })
    steps.push(edges)
  }
  return steps
}

/** Every rank's share of `count` chunks, in the order of places, goes down to it. */
export function* scatterDown(
  ranks: number,
  root: Rank,
  count: number,
  shareOf: 'rank' | 'place',
): Iterable<Round> {
  for (const edges of downwards(ranks, root))
    yield once(() =>
      edges.flatMap(({ parent, child, place, below }) =>
        shares(place, below, shareOf === 'rank' ? root : 0, ranks).map((run) =>
          move(parent, child, run.start * count, false, { count: run.count * count }),
        ),
      ),
    )
}

/** Every rank's share goes up to the root. */
export function* gatherUp(ranks: number, root: Rank, count: number): Iterable<Round> {
  for (const edges of downwards(ranks, root).toReversed())
    yield once(() =>
      edges.flatMap(({ parent, child, place, below }): readonly Transfer[] =>
        shares(place, below, root, ranks).map((run) =>
          move(child, parent, run.start * count, false, { count: run.count * count }),
        ),
      ),
    )
}

const shares = (place: number, below: number, shift: number, ranks: number) =>
  aroundCircle(place + shift, below, ranks)

/** Shares sent in all when each goes down from the root to its own place: hops of place p are its set bits. */
export function hopsOfAll(ranks: number): number {
  let hops = 0
  for (let place = 1; place < ranks; place++) for (let rest = place; rest > 0; rest &= rest - 1) hops++
  return hops
}
