/**
 * What NCCL's tuning model is given: the job, and the graphs that its topology search found.
 * Defined by NCCL 2.30.7, src/graph/tuning.cc and src/include/graph.h (ncclTopoGraph).
 */
import type { CollectiveName } from '../collectives/names.ts'
import type { PathType } from '../machine/machine.ts'
import { type Generation, generationOf, type NcclAlgorithm } from './nccl-tables.ts'

/** The collectives that NCCL tunes. The others are made of sends and receives. */
export type TunedCollective = Extract<
  CollectiveName,
  'all_reduce' | 'all_gather' | 'reduce_scatter' | 'broadcast' | 'reduce'
>

const TUNED: ReadonlySet<CollectiveName> = new Set<TunedCollective>([
  'all_reduce',
  'all_gather',
  'reduce_scatter',
  'broadcast',
  'reduce',
])

export const isTuned = (collective: CollectiveName): collective is TunedCollective => TUNED.has(collective)

/** Channels that one search found: what each carries inside a node and between nodes, GB/s. */
export interface NcclGraph {
  readonly channels: number
  readonly bwIntra: number
  readonly bwInter: number
  /** Longest path between GPUs, and between a GPU and its NIC. */
  readonly typeIntra: PathType
  readonly typeInter: PathType
  /** Latency of the NIC as the topology states it, us. */
  readonly latencyInter: number
  /** All channels have one order of ranks. */
  readonly sameChannels: boolean
  /** A tree whose two children hang at one GPU; NCCL prints pattern 3. One GPU a node has only this. */
  readonly plainTree: boolean
}

export interface NcclInputs {
  readonly ranks: number
  readonly nodes: number
  /** The lowest of the job; all GPUs have the same unless `mixedGpus`. */
  readonly computeCapability: number
  readonly mixedGpus: boolean
  readonly cpu: 'intel' | 'amd' | 'arm' | 'power' | 'mixed'
  readonly nvSwitch: boolean
  /** Multicast in the NVSwitch is at hand and not turned off. */
  readonly nvls: boolean
  /** NCCL_COLLNET_ENABLE=1 with a SHARP fabric. */
  readonly collNet: boolean
  readonly graphs: {
    readonly ring: NcclGraph
    readonly tree: NcclGraph
    readonly nvls?: NcclGraph
    readonly collNetDirect?: NcclGraph
    readonly collNetChain?: NcclGraph
  }
}

export const generation = (inputs: NcclInputs): Generation => generationOf(inputs.computeCapability)

/** May be a fraction when nodes differ. */
export const ranksPerNode = (inputs: NcclInputs): number => inputs.ranks / inputs.nodes

/** The graph that an algorithm uses; PAT uses the tree's, NVLSTree the one of NVLS. */
export function graphOf(algorithm: NcclAlgorithm, { graphs }: NcclInputs): NcclGraph | undefined {
  switch (algorithm) {
    case 'Ring':
      return graphs.ring
    case 'Tree':
    case 'PAT':
      return graphs.tree
    case 'NVLS':
    case 'NVLSTree':
      return graphs.nvls
    case 'CollNetDirect':
      return graphs.collNetDirect
    case 'CollNetChain':
      return graphs.collNetChain
  }
}

/** Steps of a ring. */
export function stepsOf(collective: TunedCollective, ranks: number): number {
  switch (collective) {
    case 'all_reduce':
      return 2 * (ranks - 1)
    case 'all_gather':
    case 'reduce_scatter':
      return ranks - 1
    case 'broadcast':
    case 'reduce':
      return ranks
  }
}
