/**
 * The constants of NCCL's tuning model, in NCCL's own units: microseconds, and GB/s a channel or in all.
 * Defined by NCCL 2.30.7, src/graph/tuning.cc.
 */

export const NCCL_ALGORITHMS = [
  'Tree',
  'Ring',
  'CollNetDirect',
  'CollNetChain',
  'NVLS',
  'NVLSTree',
  'PAT',
] as const
export type NcclAlgorithm = (typeof NCCL_ALGORITHMS)[number]

export const NCCL_PROTOCOLS = ['LL', 'LL128', 'Simple'] as const
export type NcclProtocol = (typeof NCCL_PROTOCOLS)[number]

export type Generation = 'volta' | 'ampere' | 'hopper' | 'blackwell'
/** The path that a step takes: inside a node by NVLink or not, or between nodes. */
export type Hardware = 'nvlink' | 'pci' | 'net'

type ByProtocol = Readonly<Record<NcclProtocol, number>>
type ByAlgorithm = Readonly<Record<NcclAlgorithm, ByProtocol>>
/** On one node, two nodes, more than two. */
type ByNodes = readonly [number, number, number]

const protocols = (LL: number, LL128: number, Simple: number): ByProtocol => ({ LL, LL128, Simple })
const simple = (latency: number): ByProtocol => protocols(0, 0, latency)

/** What a call costs before the first step, us. */
export const BASE_LATENCY: ByAlgorithm = {
  Tree: protocols(6.8, 14, 8.4),
  Ring: protocols(6.6, 14, 8.4),
  CollNetDirect: protocols(0, 0, 0),
  CollNetChain: protocols(0, 0, 0),
  NVLS: protocols(0, 0, 0),
  NVLSTree: protocols(0, 0, 0),
  PAT: protocols(8, 8, 8),
}

/** What one step costs, us. */
export const HARDWARE_LATENCY: Readonly<Record<Hardware, ByAlgorithm>> = {
  nvlink: {
    Tree: protocols(0.6, 1.25, 4),
    Ring: protocols(0.6, 1.9, 3.4),
    CollNetDirect: simple(3.7),
    CollNetChain: simple(2.8),
    NVLS: simple(25),
    NVLSTree: simple(25),
    PAT: simple(4),
  },
  pci: {
    Tree: protocols(1, 1.9, 4),
    Ring: protocols(1, 2.5, 5.7),
    CollNetDirect: simple(3.7),
    CollNetChain: simple(2.8),
    NVLS: simple(0),
    NVLSTree: simple(0),
    PAT: simple(4),
  },
  net: {
    Tree: protocols(5, 8.5, 14),
    Ring: protocols(2.7, 4, 14),
    CollNetDirect: simple(31),
    CollNetChain: simple(30),
    NVLS: simple(18),
    NVLSTree: simple(20.9),
    PAT: simple(14),
  },
}

/** What LL reaches at most in all, by GPU on one node and by CPU on several, GB/s. */
export const LL_MAX_BY_GPU: Readonly<Record<Generation, ByNodes>> = {
  volta: [39, 39, 20.4],
  ampere: [87.7, 22.5, 19],
  hopper: [141, 45, 35],
  blackwell: [282, 90, 70],
}
export const LL_MAX_BY_CPU: Readonly<Record<'intel' | 'amd', ByNodes>> = {
  intel: LL_MAX_BY_GPU.volta,
  amd: LL_MAX_BY_GPU.ampere,
}

/** What one channel carries at most, GB/s. */
export const RING_LL128_MAX: Readonly<Record<Generation, ByNodes>> = {
  volta: [20, 20, 20],
  ampere: [20, 20, 20],
  hopper: [36.7, 36.7, 36.7],
  blackwell: [40, 40, 40],
}
export const TREE_LL128_MAX: Readonly<Record<Generation, ByNodes>> = {
  volta: [20, 20, 20],
  ampere: [20, 20, 20],
  hopper: [36.7, 36.7, 29],
  blackwell: [55.6, 31.67, 20],
}
export const TREE_MAX: Readonly<Record<Generation, ByNodes>> = {
  volta: [26.5, 18.5, 10],
  ampere: [24, 23.6, 17.8],
  hopper: [38.7, 41.4, 36],
  blackwell: [70, 42.8, 24],
}
export const NVLS_TREE_MAX: Readonly<Record<Generation, ByNodes>> = {
  volta: [26.5, 18.5, 10],
  ampere: [24, 23.6, 17.8],
  hopper: [0, 57.7, 45.5],
  blackwell: [0, 96, 80],
}

/** The share of the links that reductions in the NVSwitch reach. */
export const NVLS_EFFICIENCY: Readonly<Record<Generation, number>> = {
  volta: 0,
  ampere: 0,
  hopper: 0.85,
  blackwell: 0.74,
}

/** What trees reach of their bandwidth at 64 B, 128 B, 256 B … (23 entries are used, to 256 MiB; none above). */
export const TREE_CORRECTION: Readonly<Record<NcclProtocol, readonly number[]>> = {
  LL: [1, 1, 1, 1, 0.9, 0.8, 0.7, 0.7, 0.7, 0.7, 0.6, 0.5, 0.4, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1, 1, 1, 1],
  LL128: [
    1, 1, 1, 1, 1, 0.9, 0.8, 0.8, 0.8, 0.7, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 0.8, 0.9, 0.9, 0.9, 0.9, 1, 1, 1,
  ],
  Simple: [
    0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.8, 0.7, 0.6, 0.6, 0.5, 0.5, 0.5, 0.5, 0.6, 0.7, 0.8, 0.7, 0.7, 0.8,
    0.9, 0.9, 0.9,
  ],
}

/** By the lowest compute capability of the job: 70, 80, 90, 100 … */
export function generationOf(computeCapability: number): Generation {
  if (computeCapability >= 100) return 'blackwell'
  if (computeCapability >= 90) return 'hopper'
  return computeCapability >= 80 ? 'ampere' : 'volta'
}

/** The entry for this number of nodes. */
export const byNodes = (table: ByNodes, nodes: number): number =>
  nodes === 1 ? table[0] : nodes === 2 ? table[1] : table[2]
