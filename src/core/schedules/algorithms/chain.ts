/**
 * Chain: the data goes from rank to rank in pieces, each following the last; with many pieces every link is in use and the time
 * comes near to that of the data over one link. What NCCL calls the ring of its broadcast and reduce.
 * Source: van de Geijn's pipelined broadcast, in Chan, Heimlich, Purkayastha & van de Geijn 2007; nccl/src/device/{broadcast,reduce}.h.
 */
import { algorithm, type Chosen } from '../algorithm.ts'
import { pipelined, pipelineSteps } from '../patterns/pipelined.ts'
import { move, type Rank, type Step } from '../schedule.ts'

const about = {
  id: 'chain',
  title: 'Pipelined chain',
  source: 'Chan et al. 2007; nccl/src/device/broadcast.h',
  pipelined: true,
}

/** Hop number `hop` of a piece, counted from the rank that stands `start` places after the root; each ring has its own part. */
const hop = ({ root, rings, pieces }: Chosen, at: number, piece: number, reduce: boolean): Step =>
  rings.map((order, channel) => {
    const place = order.indexOf(root) + at
    const rankAt = (index: number) => order[index % order.length] as Rank
    return move(rankAt(place), rankAt(place + 1), channel * pieces + piece, reduce, { channel })
  })

const chunks = ({ ringCount, pieces }: Chosen) => ringCount * pieces
const stepCount = ({ ranks, pieces }: Chosen) => pipelineSteps(ranks - 1, pieces)
/** All send everything once but the last rank; the root of a broadcast is never the last. */
const sent = ({ ranks, ringCount, pieces }: Chosen) => ({
  max: Math.min(1, ranks - 1) * ringCount * pieces,
  total: (ranks - 1) * ringCount * pieces,
})

export const chainBroadcast = algorithm({
  ...about,
  collective: 'broadcast',
  chunks,
  rounds: (options) =>
    pipelined(options.ranks - 1, options.pieces, (stage, piece) => hop(options, stage, piece, false)),
  stepCount,
  sent,
})

export const chainReduce = algorithm({
  ...about,
  collective: 'reduce',
  chunks,
  rounds: (options) =>
    pipelined(options.ranks - 1, options.pieces, (stage, piece) => hop(options, stage + 1, piece, true)),
  stepCount,
  sent,
})
