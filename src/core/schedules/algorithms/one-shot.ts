/**
 * One-shot: everyone sends all that others need to each of them at once, in a single step. The least latency there is; as
 * all_reduce every rank sends N-1 times the data.
 * Source: MSCCL's all-pairs algorithms and TensorRT-LLM's one-shot kernels.
 */
import { algorithm } from '../algorithm.ts'
import { exchangeAll } from '../patterns/all-pairs.ts'
import { move } from '../schedule.ts'

const about = { id: 'one-shot', title: 'One-shot', source: 'MSCCL all-pairs' }

const stepCount = ({ ranks }: { readonly ranks: number }) => Math.min(1, ranks - 1)
const sent = ({ ranks, pieces }: { readonly ranks: number; readonly pieces: number }) => ({
  max: (ranks - 1) * pieces,
  total: ranks * (ranks - 1) * pieces,
})

export const oneShotAllReduce = algorithm({
  ...about,
  collective: 'all_reduce',
  chunks: ({ pieces }) => pieces,
  rounds: ({ ranks, pieces }) =>
    exchangeAll(ranks, pieces, (from, to) => move(from, to, 0, true, { count: pieces })),
  stepCount,
  sent,
})

export const oneShotReduceScatter = algorithm({
  ...about,
  collective: 'reduce_scatter',
  chunks: ({ ranks, pieces }) => ranks * pieces,
  rounds: ({ ranks, pieces }) =>
    exchangeAll(ranks, pieces, (from, to) => move(from, to, to * pieces, true, { count: pieces })),
  stepCount,
  sent,
})

export const oneShotAllGather = algorithm({
  ...about,
  collective: 'all_gather',
  chunks: ({ ranks, pieces }) => ranks * pieces,
  rounds: ({ ranks, pieces }) =>
    exchangeAll(ranks, pieces, (from, to) => move(from, to, from * pieces, false, { count: pieces })),
  stepCount,
  sent,
})

export const oneShotAllToAll = algorithm({
  ...about,
  collective: 'all_to_all',
  chunks: ({ ranks, pieces }) => ranks * ranks * pieces,
  rounds: ({ ranks, pieces }) =>
    exchangeAll(ranks, pieces, (from, to) =>
      move(from, to, (from * ranks + to) * pieces, false, { count: pieces }),
    ),
  stepCount,
  sent,
})
