/**
 * Ring: every share goes once around the ring and is added up (reduce-scatter), then once more and is copied (all-gather).
 * Several rings carry a part of the data each, at the same time.
 * Defined by Patarasuk & Yuan, "Bandwidth optimal all-reduce algorithms for clusters of workstations", JPDC 69(2), 2009.
 */
import { algorithm, type Chosen } from '../algorithm.ts'
import { copyAround, type Rings, reduceAround } from '../patterns/around-rings.ts'

const about = { id: 'ring', title: 'Ring', source: 'Patarasuk & Yuan 2009' }

/** The part of each ring stands together, and in it the shares of the ranks. */
const ringByRing = ({ ranks, rings, pieces }: Chosen): Rings => ({
  orders: rings,
  chunkOf: (owner, ring) => (ring * ranks + owner) * pieces,
  count: pieces,
})

/** The share of each rank stands together, as all_gather and reduce_scatter order it, and in it the parts of the rings. */
const rankByRank = ({ rings, ringCount, pieces }: Chosen): Rings => ({
  orders: rings,
  chunkOf: (owner, ring) => (owner * ringCount + ring) * pieces,
  count: pieces,
})

const chunks = ({ ranks, ringCount, pieces }: Chosen) => ringCount * ranks * pieces

export const ringAllReduce = algorithm({
  ...about,
  collective: 'all_reduce',
  chunks,
  rounds: (options) => [reduceAround(ringByRing(options)), copyAround(ringByRing(options))],
  stepCount: ({ ranks }) => 2 * (ranks - 1),
  sent: ({ ranks, ringCount, pieces }) => {
    const each = 2 * (ranks - 1) * ringCount * pieces
    return { max: each, total: each * ranks }
  },
})

export const ringReduceScatter = algorithm({
  ...about,
  collective: 'reduce_scatter',
  chunks,
  rounds: (options) => [reduceAround(rankByRank(options))],
  stepCount: ({ ranks }) => ranks - 1,
  sent: ({ ranks, ringCount, pieces }) => {
    const each = (ranks - 1) * ringCount * pieces
    return { max: each, total: each * ranks }
  },
})

export const ringAllGather = algorithm({
  ...about,
  collective: 'all_gather',
  chunks,
  rounds: (options) => [copyAround(rankByRank(options))],
  stepCount: ({ ranks }) => ranks - 1,
  sent: ({ ranks, ringCount, pieces }) => {
    const each = (ranks - 1) * ringCount * pieces
    return { max: each, total: each * ranks }
  },
})
