/**
 * In-network: the switch adds. Every rank sends its data once and gets the sum once, so the bytes do not grow with the ranks and
 * busbw may exceed the link rate. NVLS does it in NVSwitch, SHARP in InfiniBand switches.
 * Source: nccl/src/transport/nvls.cc; Graham et al., "Scalable hierarchical aggregation protocol (SHArP)", COMHPC 2016.
 */
import { algorithm, type Chosen } from '../algorithm.ts'
import { pipelined, pipelineSteps } from '../patterns/pipelined.ts'
import { move, type Rank, type Step } from '../schedule.ts'

const about = {
  id: 'in-network',
  title: 'In-network reduction',
  source: 'NVLS, SHARP: Graham et al. 2016',
  pipelined: true,
  switches: ({ ranks }: Chosen) => (ranks > 1 ? 1 : 0),
}

const perRank = ({ ranks, pieces }: Chosen) => ranks * pieces
const stages = (ranks: number) => (ranks > 1 ? 2 : 0)
const stepCount = ({ ranks, pieces }: Chosen) => pipelineSteps(stages(ranks), pieces)

/** A piece goes up from all ranks to the switch, which is the node after the last rank, then down to all. */
const throughSwitch = (
  { ranks, pieces }: Chosen,
  up: (rank: Rank, piece: number, node: Rank) => Step,
  down: (rank: Rank, piece: number, node: Rank) => Step,
) =>
  pipelined(stages(ranks), pieces, (stage, piece) =>
    Array.from({ length: ranks }, (_, rank) => (stage === 0 ? up : down)(rank, piece, ranks)).flat(),
  )

export const inNetworkAllReduce = algorithm({
  ...about,
  collective: 'all_reduce',
  chunks: ({ pieces }) => pieces,
  rounds: (options) =>
    throughSwitch(
      options,
      (rank, piece, node) => [move(rank, node, piece, true)],
      (rank, piece, node) => [move(node, rank, piece, false)],
    ),
  stepCount,
  sent: ({ ranks, pieces }) =>
    ranks === 1 ? { max: 0, total: 0 } : { max: pieces, total: 2 * ranks * pieces },
})

export const inNetworkReduceScatter = algorithm({
  ...about,
  collective: 'reduce_scatter',
  chunks: perRank,
  rounds: (options) =>
    throughSwitch(
      options,
      (rank, piece, node) =>
        allRanks(options, (owner) => move(rank, node, owner * options.pieces + piece, true)),
      (rank, piece, node) => [move(node, rank, rank * options.pieces + piece, false)],
    ),
  stepCount,
  sent: ({ ranks, pieces }) =>
    ranks === 1 ? { max: 0, total: 0 } : { max: ranks * pieces, total: (ranks + 1) * ranks * pieces },
})

export const inNetworkAllGather = algorithm({
  ...about,
  collective: 'all_gather',
  chunks: perRank,
  rounds: (options) =>
    throughSwitch(
      options,
      (rank, piece, node) => [move(rank, node, rank * options.pieces + piece, false)],
      (rank, piece, node) =>
        allRanks(options, (owner) => move(node, rank, owner * options.pieces + piece, false)).filter(
          (_, owner) => owner !== rank,
        ),
    ),
  stepCount,
  sent: ({ ranks, pieces }) =>
    ranks === 1 ? { max: 0, total: 0 } : { max: pieces, total: ranks * ranks * pieces },
})

const allRanks = ({ ranks }: Chosen, transfer: (owner: Rank) => Step[number]): Step =>
  Array.from({ length: ranks }, (_, owner) => transfer(owner))
