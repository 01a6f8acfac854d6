/**
 * The latency term of NCCL's tuning model, us.
 * Defined by NCCL 2.30.7, src/graph/tuning.cc (ncclTopoTuneModel).
 */
import {
  type NcclGraph,
  type NcclInputs,
  ranksPerNode,
  stepsOf,
  type TunedCollective,
} from './nccl-inputs.ts'
import {
  BASE_LATENCY,
  HARDWARE_LATENCY,
  type Hardware,
  type NcclAlgorithm,
  type NcclProtocol,
} from './nccl-tables.ts'

/** From the call to the first byte through, us. */
export function latencyOf(
  collective: TunedCollective,
  algorithm: NcclAlgorithm,
  protocol: NcclProtocol,
  graph: NcclGraph,
  inputs: NcclInputs,
): number {
  const { ranks, nodes } = inputs
  const inside: Hardware = graph.typeIntra === 'NVL' ? 'nvlink' : 'pci'
  const intra = stepLatency(inside, algorithm, protocol, inputs)
  // With one GPU a node nothing hides the network: the tree's value counts for all.
  const exposed = ranksPerNode(inputs) === 1 ? 'Tree' : algorithm
  // Simple also waits for a flush, which crosses the NIC again.
  const nic = graph.latencyInter * (protocol === 'Simple' ? 2 : 1)
  const inter = stepLatency('net', exposed, protocol, inputs) + nic
  const levels = Math.floor(Math.log2(nodes))
  const base = BASE_LATENCY[algorithm][protocol]

  switch (algorithm) {
    case 'Ring':
      return base + ringLatency(collective, protocol, graph, inputs, intra, inter)
    case 'Tree':
      return base + 2 * ((Math.floor(ranks / nodes) - 1) * intra + levels * inter)
    case 'CollNetDirect': {
      const peers = ranksPerNode(inputs) - 1
      return base + 2 * (Math.min(1, peers) * intra + peers * 0.4) + inter
    }
    case 'CollNetChain':
      return base + 2 * (ranksPerNode(inputs) - 1) * intra + inter
    case 'NVLS':
      return base + intra + (nodes > 1 ? inter : 0)
    case 'NVLSTree':
      return base + intra + 2 * levels * inter
    case 'PAT':
      return base + (levels * inter) / 3.5 + 2.8 * ranks
  }
}

function ringLatency(
  collective: TunedCollective,
  protocol: NcclProtocol,
  graph: NcclGraph,
  inputs: NcclInputs,
  intra: number,
  inter: number,
): number {
  const { ranks, nodes, cpu } = inputs
  const steps = stepsOf(collective, ranks)
  if (collective === 'broadcast' || collective === 'reduce') {
    const hardware: Hardware = nodes > 1 ? 'net' : graph.typeIntra === 'NVL' ? 'nvlink' : 'pci'
    if (graph.sameChannels) return stepLatency(hardware, 'Ring', protocol, inputs)
    return steps * stepLatency(hardware, protocol === 'Simple' ? 'Tree' : 'Ring', protocol, inputs)
  }
  // The proxy thread launches every step, also those inside a node.
  const proxy = (cpu === 'amd' ? 2 : 1) * (protocol === 'Simple' ? 3 : 1)
  const inside = nodes > 1 ? Math.max(intra, proxy) : intra
  const between = (nodes - 1) * (collective === 'all_reduce' ? 2 : 1)
  return (steps - between) * inside + between * inter
}

function stepLatency(
  hardware: Hardware,
  algorithm: NcclAlgorithm,
  protocol: NcclProtocol,
  { cpu }: NcclInputs,
): number {
  // POWER's PCIe: trees take the ring's Simple value.
  const of = cpu === 'power' && hardware === 'pci' && algorithm === 'Tree' && protocol === 'Simple'
  return HARDWARE_LATENCY[hardware][of ? 'Ring' : algorithm][protocol]
}
