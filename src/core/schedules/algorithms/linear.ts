/**
 * Linear: the root exchanges with every other rank directly, in one step; send_recv is its everyday use, each rank to the next.
 * Source: nccl-tests (gather, scatter and sendrecv are made of ncclSend and ncclRecv); gloo/docs/algorithms.md.
 */
import { algorithm, type Chosen, onceUnlessEmpty } from '../algorithm.ts'
import { move, type Rank, type Step, type Transfer } from '../schedule.ts'

const about = { id: 'linear', title: 'Linear', source: 'nccl-tests, Gloo' }

const stepCount = ({ ranks }: Chosen) => Math.min(1, ranks - 1)
const perRank = ({ ranks, pieces }: Chosen) => ranks * pieces

const withRoot = ({ ranks, root }: Chosen, transfer: (other: Rank) => Transfer): Step =>
  Array.from({ length: ranks - 1 }, (_, at) => transfer((root + 1 + at) % ranks))

const rootSends = ({ ranks, pieces }: Chosen) => ({ max: (ranks - 1) * pieces, total: (ranks - 1) * pieces })
const othersSend = ({ ranks, pieces }: Chosen) => ({
  max: Math.min(1, ranks - 1) * pieces,
  total: (ranks - 1) * pieces,
})

export const linearGather = algorithm({
  ...about,
  collective: 'gather',
  chunks: perRank,
  rounds: (options) =>
    onceUnlessEmpty(withRoot(options, (rank) => give(rank, options.root, rank, false, options))),
  stepCount,
  sent: othersSend,
})

export const linearScatter = algorithm({
  ...about,
  collective: 'scatter',
  chunks: perRank,
  rounds: (options) =>
    onceUnlessEmpty(withRoot(options, (rank) => give(options.root, rank, rank, false, options))),
  stepCount,
  sent: rootSends,
})

export const linearBroadcast = algorithm({
  ...about,
  collective: 'broadcast',
  chunks: ({ pieces }) => pieces,
  rounds: (options) =>
    onceUnlessEmpty(withRoot(options, (rank) => give(options.root, rank, 0, false, options))),
  stepCount,
  sent: rootSends,
})

export const linearReduce = algorithm({
  ...about,
  collective: 'reduce',
  chunks: ({ pieces }) => pieces,
  rounds: (options) =>
    onceUnlessEmpty(withRoot(options, (rank) => give(rank, options.root, 0, true, options))),
  stepCount,
  sent: othersSend,
})

export const linearSendRecv = algorithm({
  ...about,
  collective: 'send_recv',
  chunks: perRank,
  rounds: (options) =>
    onceUnlessEmpty(
      options.ranks === 1
        ? []
        : Array.from({ length: options.ranks }, (_, rank) =>
            give(rank, (rank + 1) % options.ranks, rank, false, options),
          ),
    ),
  stepCount,
  sent: ({ ranks, pieces }) => ({
    max: Math.min(1, ranks - 1) * pieces,
    total: (ranks === 1 ? 0 : ranks) * pieces,
  }),
})

const give = (from: Rank, to: Rank, block: number, reduce: boolean, { pieces }: Chosen): Transfer =>
  move(from, to, block * pieces, reduce, { count: pieces })
