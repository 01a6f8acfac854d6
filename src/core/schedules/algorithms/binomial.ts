/**
 * Binomial tree: in each step everyone who has the data sends it to one who has not, so the number doubles; reduce is the
 * reverse, scatter and gather send along what belongs below. The fewest steps; the root sends all data in each of them.
 * Defined by Thakur, Rabenseifner & Gropp, "Optimization of collective communication operations in MPICH", 2005.
 */
import { algorithm } from '../algorithm.ts'
import { downwards, gatherUp, hopsOfAll, scatterDown } from '../patterns/binomial-tree.ts'
import { ceilLog2 } from '../patterns/powers-of-two.ts'
import { move, once } from '../schedule.ts'

const about = { id: 'binomial', title: 'Binomial tree', source: 'Thakur, Rabenseifner & Gropp 2005' }

const stepCount = ({ ranks }: { readonly ranks: number }) => ceilLog2(ranks)

export const binomialBroadcast = algorithm({
  ...about,
  collective: 'broadcast',
  chunks: ({ pieces }) => pieces,
  rounds: ({ ranks, root, pieces: count }) =>
    downwards(ranks, root).map((edges) =>
      once(() => edges.map(({ parent, child }) => move(parent, child, 0, false, { count }))),
    ),
  stepCount,
  sent: ({ ranks, pieces }) => ({ max: ceilLog2(ranks) * pieces, total: (ranks - 1) * pieces }),
})

export const binomialReduce = algorithm({
  ...about,
  collective: 'reduce',
  chunks: ({ pieces }) => pieces,
  rounds: ({ ranks, root, pieces: count }) =>
    downwards(ranks, root)
      .toReversed()
      .map((edges) => once(() => edges.map(({ parent, child }) => move(child, parent, 0, true, { count })))),
  stepCount,
  sent: ({ ranks, pieces }) => ({ max: Math.min(1, ranks - 1) * pieces, total: (ranks - 1) * pieces }),
})

export const binomialScatter = algorithm({
  ...about,
  collective: 'scatter',
  chunks: ({ ranks, pieces }) => ranks * pieces,
  rounds: ({ ranks, root, pieces }) => scatterDown(ranks, root, pieces, 'rank'),
  stepCount,
  sent: ({ ranks, pieces }) => ({ max: (ranks - 1) * pieces, total: hopsOfAll(ranks) * pieces }),
})

export const binomialGather = algorithm({
  ...about,
  collective: 'gather',
  chunks: ({ ranks, pieces }) => ranks * pieces,
  rounds: ({ ranks, root, pieces }) => gatherUp(ranks, root, pieces),
  stepCount,
  sent: ({ ranks, pieces }) => ({ max: largestBelow(ranks) * pieces, total: hopsOfAll(ranks) * pieces }),
})

/** What hangs from the busiest child of the root: its farthest, or its next when the farthest is cut short. */
function largestBelow(ranks: number): number {
  const farthest = 2 ** ceilLog2(ranks) / 2
  return ranks === 1 ? 0 : Math.max(ranks - farthest, Math.floor(farthest / 2))
}
