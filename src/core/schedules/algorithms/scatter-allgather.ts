/**
 * Scatter, then all-gather: a broadcast in which the root sends each rank only its share, and a ring spreads the shares. No rank
 * sends the data more than twice, where a binomial tree's root sends it log2(N) times.
 * Defined by van de Geijn; Thakur, Rabenseifner & Gropp 2005 (broadcast of long messages).
 */
import { algorithm } from '../algorithm.ts'
import { copyAround } from '../patterns/around-rings.ts'
import { hopsOfAll, scatterDown } from '../patterns/binomial-tree.ts'
import { ceilLog2 } from '../patterns/powers-of-two.ts'

export const scatterAllGatherBroadcast = algorithm({
  id: 'scatter-allgather',
  collective: 'broadcast',
  title: 'Scatter and all-gather',
  source: 'van de Geijn; Thakur, Rabenseifner & Gropp 2005',
  chunks: ({ ranks, pieces }) => ranks * pieces,
  *rounds({ ranks, root, pieces: count }) {
    yield* scatterDown(ranks, root, count, 'place')
    const order = Array.from({ length: ranks }, (_, place) => (place + root) % ranks)
    yield copyAround({
      orders: [order],
      chunkOf: (owner) => ((owner - root + ranks) % ranks) * count,
      count,
    })
  },
  stepCount: ({ ranks }) => ceilLog2(ranks) + ranks - 1,
  sent: ({ ranks, pieces }) => ({
    max: 2 * (ranks - 1) * pieces,
    total: (hopsOfAll(ranks) + ranks * (ranks - 1)) * pieces,
  }),
})
