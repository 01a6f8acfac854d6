/**
 * Two-shot: each rank is sent its share of the data by all others and adds it up; then it sends the sum to all. The bytes of a
 * ring in two steps; needs a link, or a switch, between every pair.
 * Source: MSCCL's all-pairs all-reduce (allreduce_pairs), TensorRT-LLM's two-shot kernel.
 */
import { algorithm } from '../algorithm.ts'
import { exchangeAll } from '../patterns/all-pairs.ts'
import { move } from '../schedule.ts'

export const twoShotAllReduce = algorithm({
  id: 'two-shot',
  collective: 'all_reduce',
  title: 'Two-shot',
  source: 'MSCCL all-pairs',
  chunks: ({ ranks, pieces }) => ranks * pieces,
  rounds: ({ ranks, pieces: count }) => [
    ...exchangeAll(ranks, count, (from, to) => move(from, to, to * count, true, { count })),
    ...exchangeAll(ranks, count, (from, to) => move(from, to, from * count, false, { count })),
  ],
  stepCount: ({ ranks }) => 2 * Math.min(1, ranks - 1),
  sent: ({ ranks, pieces }) => {
    const each = 2 * (ranks - 1) * pieces
    return { max: each, total: each * ranks }
  },
})
