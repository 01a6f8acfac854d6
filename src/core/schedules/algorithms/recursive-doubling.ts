/**
 * Recursive doubling: in step k everyone exchanges all it has with the rank that differs in bit k. The fewest steps there can be;
 * as all_reduce it moves all data in each of them.
 * Defined by Thakur, Rabenseifner & Gropp, "Optimization of collective communication operations in MPICH", 2005.
 */
import { algorithm, onceUnlessEmpty } from '../algorithm.ts'
import { floorLog2, folded, handBack, handOver, isPowerOfTwo } from '../patterns/powers-of-two.ts'
import { move, once, type Rank } from '../schedule.ts'

const about = {
  id: 'recursive-doubling',
  title: 'Recursive doubling',
  source: 'Thakur, Rabenseifner & Gropp 2005',
}

export const recursiveDoublingAllReduce = algorithm({
  ...about,
  collective: 'all_reduce',
  chunks: ({ pieces }) => pieces,
  *rounds({ ranks, pieces }) {
    const fold = folded(ranks)
    yield* onceUnlessEmpty(handOver(fold, pieces))
    for (let bit = 0; bit < fold.bits; bit++)
      yield once(() =>
        fold.active.map((rank, place) =>
          move(rank, fold.active[place ^ (1 << bit)] as Rank, 0, true, { count: pieces }),
        ),
      )
    yield* onceUnlessEmpty(handBack(fold, pieces))
  },
  stepCount: ({ ranks }) => floorLog2(ranks) + (isPowerOfTwo(ranks) ? 0 : 2),
  sent: ({ ranks, pieces }) => {
    const bits = floorLog2(ranks)
    const surplus = ranks - 2 ** bits
    return {
      max: (bits + (surplus > 0 ? 1 : 0)) * pieces,
      total: (2 ** bits * bits + 2 * surplus) * pieces,
    }
  },
})

export const recursiveDoublingAllGather = algorithm({
  ...about,
  collective: 'all_gather',
  supports: ({ ranks }) => isPowerOfTwo(ranks),
  chunks: ({ ranks, pieces }) => ranks * pieces,
  *rounds({ ranks, pieces }) {
    for (let held = 1; held < ranks; held *= 2)
      yield once(() =>
        Array.from({ length: ranks }, (_, rank) =>
          move(rank, rank ^ held, (rank & -held) * pieces, false, { count: held * pieces }),
        ),
      )
  },
  stepCount: ({ ranks }) => floorLog2(ranks),
  sent: ({ ranks, pieces }) => ({ max: (ranks - 1) * pieces, total: ranks * (ranks - 1) * pieces }),
})
