/**
 * Recursive halving and doubling: partners first split their data and add up a half each, then a quarter, …, then give the sums
 * back the same way: the bytes of a ring in a logarithmic number of steps.
 * Defined by Rabenseifner, "Optimization of collective reduction operations", 2004; order of partners as in Gloo (nearest first).
 */
import { algorithm, onceUnlessEmpty } from '../algorithm.ts'
import {
  type Folded,
  floorLog2,
  folded,
  handBack,
  handOver,
  isPowerOfTwo,
} from '../patterns/powers-of-two.ts'
import { move, once, type Rank, type Round } from '../schedule.ts'

const about = { id: 'halving-doubling', title: 'Recursive halving-doubling', source: 'Rabenseifner 2004' }

export const halvingDoublingAllReduce = algorithm({
  ...about,
  collective: 'all_reduce',
  chunks: ({ ranks, pieces }) => 2 ** floorLog2(ranks) * pieces,
  *rounds({ ranks, pieces }) {
    const fold = folded(ranks)
    const all = fold.active.length * pieces
    yield* onceUnlessEmpty(handOver(fold, all))
    for (let bit = 0; bit < fold.bits; bit++) yield exchange(fold, bit, pieces, 'halving')
    for (let bit = fold.bits - 1; bit >= 0; bit--) yield exchange(fold, bit, pieces, 'doubling')
    yield* onceUnlessEmpty(handBack(fold, all))
  },
  stepCount: ({ ranks }) => 2 * floorLog2(ranks) + (isPowerOfTwo(ranks) ? 0 : 2),
  sent: ({ ranks, pieces }) => {
    const active = 2 ** floorLog2(ranks)
    const each = 2 * (active - 1)
    const surplus = ranks - active
    return {
      max: (each + (surplus > 0 ? active : 0)) * pieces,
      total: (active * each + 2 * surplus * active) * pieces,
    }
  },
})

/** Only powers of two: the share of a rank that stands aside would have no home. Farthest partners first, so that rank r ends with share r. */
export const halvingReduceScatter = algorithm({
  ...about,
  collective: 'reduce_scatter',
  supports: ({ ranks }) => isPowerOfTwo(ranks),
  chunks: ({ ranks, pieces }) => ranks * pieces,
  *rounds({ ranks, pieces }) {
    for (let half = ranks / 2; half >= 1; half /= 2)
      yield once(() =>
        Array.from({ length: ranks }, (_, rank) => {
          const partner = rank ^ half
          return move(rank, partner, (partner & -half) * pieces, true, { count: half * pieces })
        }),
      )
  },
  stepCount: ({ ranks }) => floorLog2(ranks),
  sent: ({ ranks, pieces }) => ({ max: (ranks - 1) * pieces, total: ranks * (ranks - 1) * pieces }),
})

/**
 * Partners that differ in `bit`. Before, both work on the part that their lower bits choose; each keeps the half that its own
 * bit chooses. Halving sends the other half to be added; doubling sends the own half to be copied.
 */
function exchange(
  { active, bits }: Folded,
  bit: number,
  pieces: number,
  phase: 'halving' | 'doubling',
): Round {
  const count = (1 << (bits - bit - 1)) * pieces
  const partnerOf = (place: number) => place ^ (1 << bit)
  return {
    ...once(() => {
      const startOf = partsChosenBy(bit + 1, bits)
      return active.map((from, place) => {
        const half = phase === 'halving' ? partnerOf(place) : place
        const chunk = (startOf[half % startOf.length] as number) * pieces
        return move(from, active[partnerOf(place)] as Rank, chunk, phase === 'halving', { count })
      })
    }),
    pairs: () => [
      {
        channel: 0,
        from: Int32Array.from(active),
        to: new Int32Array(active.length).map((_, place) => active[partnerOf(place)] as Rank),
        count,
      },
    ],
  }
}

/** Where the part begins that the lowest `chosen` bits of a place choose, by these bits; the lowest halves first. */
function partsChosenBy(chosen: number, bits: number): readonly number[] {
  let starts: readonly number[] = [0]
  for (let bit = 0; bit < chosen; bit++)
    starts = [...starts, ...starts.map((start) => start + (1 << (bits - bit - 1)))]
  return starts
}
