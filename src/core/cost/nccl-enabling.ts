/**
 * Which algorithms and protocols NCCL may use for a collective on a job, before it looks at their speed.
 * Defined by NCCL 2.30.7, src/graph/tuning.cc (ncclTopoTuneModel).
 */
import { PATH_TYPES, type PathType } from '../machine/machine.ts'
import { graphOf, type NcclInputs, ranksPerNode, type TunedCollective } from './nccl-inputs.ts'
import type { NcclAlgorithm, NcclProtocol } from './nccl-tables.ts'

export function isEnabled(
  collective: TunedCollective,
  algorithm: NcclAlgorithm,
  protocol: NcclProtocol,
  inputs: NcclInputs,
): boolean {
  if (inputs.ranks < 2 || !graphOf(algorithm, inputs)) return false
  if (!exists(collective, algorithm, protocol) || !algorithmEnabled(collective, algorithm, inputs))
    return false
  return protocol !== 'LL128' || ll128Enabled(algorithm, inputs)
}

/** NCCL has kernels for it. */
function exists(collective: TunedCollective, algorithm: NcclAlgorithm, protocol: NcclProtocol): boolean {
  if (algorithm !== 'Ring' && algorithm !== 'Tree' && protocol !== 'Simple') return false
  switch (collective) {
    case 'all_reduce':
      return algorithm !== 'PAT'
    case 'all_gather':
    case 'reduce_scatter':
      return algorithm !== 'Tree' && algorithm !== 'CollNetChain' && algorithm !== 'NVLSTree'
    case 'broadcast':
    case 'reduce':
      return algorithm === 'Ring'
  }
}

function algorithmEnabled(
  collective: TunedCollective,
  algorithm: NcclAlgorithm,
  inputs: NcclInputs,
): boolean {
  const { nodes, computeCapability, nvSwitch, nvls, collNet } = inputs
  const multicast = nvls && nvSwitch && computeCapability >= 90
  switch (algorithm) {
    case 'Ring':
    case 'Tree':
      return true
    case 'CollNetDirect':
      return collNet && nodes > 1 && nvSwitch && (collective === 'all_reduce' || headPerRank(inputs))
    case 'CollNetChain':
      return collNet && nodes > 1
    case 'NVLS':
      if (!multicast) return false
      return nodes === 1 || (collNet && (collective === 'all_reduce' || headPerRank(inputs)))
    case 'NVLSTree':
      return multicast && nodes > 1
    case 'PAT':
      return ranksPerNode(inputs) === 1
  }
}

/** SHARP's all-gather and reduce-scatter want one NIC for each GPU of a node. */
const headPerRank = ({ ranks, nodes, graphs }: NcclInputs): boolean =>
  (graphs.collNetDirect ?? graphs.nvls)?.channels === ranks / nodes

/** 128-byte stores must arrive whole: NVLink inside, and a NIC under a switch (by PXN from Hopper on). */
function ll128Enabled(algorithm: NcclAlgorithm, inputs: NcclInputs): boolean {
  const graph = graphOf(algorithm, inputs)
  const { computeCapability, mixedGpus, nodes } = inputs
  if (!graph || computeCapability < 70 || (mixedGpus && computeCapability < 90)) return false
  const farthestNic: PathType = computeCapability >= 90 ? 'PXN' : 'PXB'
  return within(graph.typeIntra, 'NVB') && (nodes === 1 || within(graph.typeInter, farthestNic))
}

const within = (path: PathType, farthest: PathType): boolean =>
  PATH_TYPES.indexOf(path) <= PATH_TYPES.indexOf(farthest)
