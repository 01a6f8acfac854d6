/**
 * The bandwidth term of NCCL's tuning model, GB/s of algbw.
 * Defined by NCCL 2.30.7, src/graph/tuning.cc (ncclTopoTuneModel).
 */
import {
  generation,
  type NcclGraph,
  type NcclInputs,
  ranksPerNode,
  stepsOf,
  type TunedCollective,
} from './nccl-inputs.ts'
import {
  byNodes,
  LL_MAX_BY_CPU,
  LL_MAX_BY_GPU,
  type NcclAlgorithm,
  type NcclProtocol,
  NVLS_EFFICIENCY,
  NVLS_TREE_MAX,
  RING_LL128_MAX,
  TREE_LL128_MAX,
  TREE_MAX,
} from './nccl-tables.ts'

/** algbw without latency, GB/s; 0 when the algorithm cannot run. */
export function bandwidthOf(
  collective: TunedCollective,
  algorithm: NcclAlgorithm,
  protocol: NcclProtocol,
  graph: NcclGraph,
  inputs: NcclInputs,
): number {
  const bus = busBandwidth(collective, algorithm, protocol, graph, inputs)
  const spread = collective === 'all_gather' || collective === 'reduce_scatter'
  if (spread && algorithm !== 'Ring') return bus
  const { ranks } = inputs
  const asRing = algorithm === 'Ring' || algorithm === 'NVLS' || algorithm === 'NVLSTree'
  return bus * (asRing ? ranks / stepsOf(collective, ranks) : 0.5)
}

/** What one channel carries, GB/s. */
function channelBandwidth(
  collective: TunedCollective,
  algorithm: NcclAlgorithm,
  { channels, bwIntra, bwInter }: NcclGraph,
  inputs: NcclInputs,
): number {
  const { nodes } = inputs
  const gpus = generation(inputs)
  if (algorithm === 'NVLS' || algorithm === 'NVLSTree') {
    if (channels < 2) return 0
    const perNode = ranksPerNode(inputs)
    const times = collective === 'all_reduce' ? 2 : (perNode - 1) / perNode
    const intra = bwIntra * NVLS_EFFICIENCY[gpus] * ((channels - 1) / channels) * times
    if (algorithm === 'NVLS') return Math.min(intra, bwInter)
    const inter = nodes <= 2 ? 2 * bwInter : bwInter
    return Math.min(intra, inter, byNodes(NVLS_TREE_MAX[gpus], nodes))
  }
  const collNet = algorithm === 'CollNetDirect' || algorithm === 'CollNetChain'
  return nodes <= 2 || collNet ? bwIntra : bwInter
}

function busBandwidth(
  collective: TunedCollective,
  algorithm: NcclAlgorithm,
  protocol: NcclProtocol,
  graph: NcclGraph,
  inputs: NcclInputs,
): number {
  const { nodes, cpu } = inputs
  const gpus = generation(inputs)
  const { channels } = graph
  const bus = channels * channelBandwidth(collective, algorithm, graph, inputs)
  const llRow =
    nodes === 1 ? LL_MAX_BY_GPU[gpus] : LL_MAX_BY_CPU[cpu === 'amd' || cpu === 'mixed' ? 'amd' : 'intel']
  const llMax = byNodes(llRow, nodes)

  switch (algorithm) {
    case 'Ring':
      if (protocol === 'LL') return Math.min(llMax, bus * 0.5)
      if (protocol === 'LL128') return Math.min(bus * 0.92, channels * byNodes(RING_LL128_MAX[gpus], nodes))
      return bus
    case 'Tree': {
      const tree = Math.min(bus * 0.92, channels * byNodes(TREE_MAX[gpus], nodes))
      const whole = nodes === 1 ? 7 / 9 : 120 / 128
      const limited =
        protocol === 'LL'
          ? Math.min(tree / 3.8, llMax)
          : protocol === 'LL128'
            ? Math.min(tree * whole, channels * byNodes(TREE_LL128_MAX[gpus], nodes))
            : tree
      return graph.plainTree ? limited * 0.85 : limited
    }
    case 'PAT':
      return bus * 0.75
    case 'CollNetDirect':
      return collNetDirectBandwidth(collective, bus, graph, inputs)
    case 'CollNetChain':
    case 'NVLS':
    case 'NVLSTree':
      return bus
  }
}

function collNetDirectBandwidth(
  collective: TunedCollective,
  bus: number,
  { channels, bwIntra, bwInter }: NcclGraph,
  inputs: NcclInputs,
): number {
  const perNode = ranksPerNode(inputs)
  if (collective !== 'all_reduce') return perNode * Math.min(bwIntra, 0.9 * bwInter)
  // Full speed needs a NIC beside every GPU.
  const gpusPerNic = perNode / channels
  const factor = gpusPerNic - (gpusPerNic - 1) / 2
  return (bus / factor) * (inputs.computeCapability >= 90 ? 0.85 : 1)
}
