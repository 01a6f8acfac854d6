/**
 * Bruck: a logarithmic number of steps on any number of ranks. All-gather doubles what everyone holds; all-to-all sends a block
 * on its way by one bit of its distance a step, so that blocks travel more than once: for small messages only.
 * Defined by Bruck, Ho, Kipnis, Upfal & Weathersby, "Efficient algorithms for all-to-all communications", IEEE TPDS 8(11), 1997.
 */
import { algorithm } from '../algorithm.ts'
import { ceilLog2 } from '../patterns/powers-of-two.ts'
import { aroundCircle, joined } from '../patterns/runs.ts'
import { move, once } from '../schedule.ts'

const about = { id: 'bruck', title: 'Bruck', source: 'Bruck et al. 1997' }

export const bruckAllGather = algorithm({
  ...about,
  collective: 'all_gather',
  chunks: ({ ranks, pieces }) => ranks * pieces,
  *rounds({ ranks, pieces }) {
    // A rank holds its own block and those of the ranks after it.
    for (let held = 1; held < ranks; held *= 2)
      yield once(() =>
        Array.from({ length: ranks }, (_, rank) =>
          aroundCircle(rank, Math.min(held, ranks - held), ranks).map(({ start, count }) =>
            move(rank, (rank - held + ranks) % ranks, start * pieces, false, { count: count * pieces }),
          ),
        ).flat(),
      )
  },
  stepCount: ({ ranks }) => ceilLog2(ranks),
  sent: ({ ranks, pieces }) => ({ max: (ranks - 1) * pieces, total: ranks * (ranks - 1) * pieces }),
})

export const bruckAllToAll = algorithm({
  ...about,
  collective: 'all_to_all',
  chunks: ({ ranks, pieces }) => ranks * ranks * pieces,
  *rounds({ ranks, pieces }) {
    for (let bit = 1; bit < ranks; bit *= 2)
      yield once(() =>
        Array.from({ length: ranks }, (_, rank) => {
          const blocks: number[] = []
          for (let distance = bit; distance < ranks; distance++)
            if (distance & bit) {
              // The lower bits of the distance are behind it already.
              const origin = (rank - (distance & (bit - 1)) + ranks) % ranks
              blocks.push((origin * ranks + ((origin + distance) % ranks)) * pieces)
            }
          return joined(blocks, pieces).map(({ start, count }) =>
            move(rank, (rank + bit) % ranks, start, false, { count }),
          )
        }).flat(),
      )
  },
  stepCount: ({ ranks }) => ceilLog2(ranks),
  sent: ({ ranks, pieces }) => {
    let each = 0
    for (let distance = 1; distance < ranks; distance++) each += onesIn(distance) * pieces
    return { max: each, total: each * ranks }
  },
})

/** Set bits: hops that a block of this distance makes. */
function onesIn(number: number): number {
  let ones = 0
  for (let rest = number; rest > 0; rest &= rest - 1) ones++
  return ones
}
