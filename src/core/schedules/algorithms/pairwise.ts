/**
 * Pairwise: in each step everyone serves one partner, and every block goes straight to where it belongs. On a power of two of
 * ranks partners exchange (r xor k), otherwise rank r sends to r+k and receives from r-k.
 * Source: Thakur, Rabenseifner & Gropp, "Optimization of collective communication operations in MPICH", 2005.
 */
import { algorithm, type Chosen } from '../algorithm.ts'
import { isPowerOfTwo } from '../patterns/powers-of-two.ts'
import { move, once, type Rank, type Round, type Transfer } from '../schedule.ts'

const about = { id: 'pairwise', title: 'Pairwise exchange', source: 'Thakur, Rabenseifner & Gropp 2005' }

function* exchanges(ranks: number, transfer: (from: Rank, to: Rank) => Transfer): Iterable<Round> {
  for (let distance = 1; distance < ranks; distance++)
    yield once(() =>
      Array.from({ length: ranks }, (_, rank) =>
        transfer(rank, isPowerOfTwo(ranks) ? rank ^ distance : (rank + distance) % ranks),
      ),
    )
}

const stepCount = ({ ranks }: Chosen) => ranks - 1
const sent = ({ ranks, pieces }: Chosen) => ({
  max: (ranks - 1) * pieces,
  total: ranks * (ranks - 1) * pieces,
})

export const pairwiseAllToAll = algorithm({
  ...about,
  collective: 'all_to_all',
  chunks: ({ ranks, pieces }) => ranks * ranks * pieces,
  rounds: ({ ranks, pieces: count }) =>
    exchanges(ranks, (from, to) => move(from, to, (from * ranks + to) * count, false, { count })),
  stepCount,
  sent,
})

export const pairwiseReduceScatter = algorithm({
  ...about,
  collective: 'reduce_scatter',
  chunks: ({ ranks, pieces }) => ranks * pieces,
  rounds: ({ ranks, pieces: count }) =>
    exchanges(ranks, (from, to) => move(from, to, to * count, true, { count })),
  stepCount,
  sent,
})
