/**
 * What share of NCCL's modelled bandwidth a healthy machine reaches at the largest sizes, by algorithm. Each constant
 * is a measured plateau over the model's: sources in published.ts.
 */
import { GBps } from '../base/units.ts'
import type { Job } from './job.ts'
import type { TunedCollective } from './nccl-inputs.ts'
import { type Generation, generationOf, type NcclAlgorithm } from './nccl-tables.ts'

/** Rings over NVSwitch: 230 of 240 (A100), 365 of 360 (H100, whose channels are rounded down), 682 of 719 (B200). */
const SWITCH_RING: Readonly<Record<Generation, number>> = {
  volta: 0.96,
  ampere: 0.96,
  hopper: 1.015,
  blackwell: 0.948,
}
/** Rings over direct NVLinks: V100 cube mesh, all_gather 125-130 of 120. */
const MESH_RING = 1.04
/**
 * Rings between nodes: what the model says on two (48 GB/s of each 400G, 24 of each 200G), 1 % less each time the nodes
 * double: 382 of 384 at 4 nodes, 370 at 16, 350 at 248.
 */
const LOST_A_DOUBLING = 0.0105
const DOUBLINGS_FROM = 2
/** Two nodes by tree: 86 of 88 with 4 x 200G, 78 of 83 with 4 x 100G. */
const NETWORK_TREE = 0.96

/**
 * Reductions in the NVSwitch: what flows over each GPU's links is algbw x (n+1)/n, and this share of the links' rate
 * is reached: 309 of 371 GB/s (H100: 480 x 9/14), 538 of 722 (B200: 838 x 9/14). It holds for 5 to 8 GPUs.
 */
const NVLS_OF_LINKS: Readonly<Record<Generation, number>> = {
  volta: 0,
  ampere: 0,
  hopper: 0.833,
  blackwell: 0.746,
}
/** Above eight GPUs: 841 of 917 of the model (GB200 NVL72). */
const NVLS_LARGE_DOMAIN = 0.917
/** Two nodes by NVLSTree reach 468 of one node's 478, or 94 % of what trees get through weak NICs (338 of 360, 8 x 200G). */
const NVLS_TREE_OF_NODE = 0.98
const TREE_OF_NICS = 0.94

/** busbw that a healthy machine reaches by this algorithm over busbw of the model, at sizes where latency is nothing. */
export function efficiencyOf(
  algorithm: NcclAlgorithm,
  collective: TunedCollective,
  job: Job,
  modelBusbw: number,
): number {
  const { facts, nodes, linked } = job
  const generation = generationOf(facts.gpu.computeCapability ?? 0)
  switch (algorithm) {
    case 'NVLS':
      // Gathering and scattering through the switch stay as modelled: nobody has seen them win.
      if (collective !== 'all_reduce' || nodes > 1) return 1
      return nvlsBusbw(job, modelBusbw) / modelBusbw
    case 'NVLSTree':
      if (nodes > 2) return Math.min(1, throughNics(job) / modelBusbw)
      return (
        Math.min(NVLS_TREE_OF_NODE * nvlsBusbw(job, modelBusbw), TREE_OF_NICS * treeThroughNics(job)) /
        modelBusbw
      )
    case 'Tree':
      if (nodes === 1) return 1
      // One GPU a node: the model halves what two GPUs really send each other at full rate (41 of 48, nccl-tests #232).
      if (nodes === 2 && job.ranksPerNode === 1) return (TREE_OF_NICS * treeThroughNics(job)) / modelBusbw
      return NETWORK_TREE * Math.min(1, (nodes === 2 ? treeThroughNics(job) : throughNics(job)) / modelBusbw)
    default:
      if (nodes > 1) return networkRing(nodes) * Math.min(1, throughNics(job) / modelBusbw)
      if (!linked) return 1
      return facts.inside === 'nvswitch' ? SWITCH_RING[generation] : MESH_RING
  }
}

/** NVLSTree on two nodes is held by the node, not by the NICs. */
export const nodeLimitsNvlsTree = (job: Job): boolean =>
  NVLS_TREE_OF_NODE * nvlsBusbw(job, Infinity) <= TREE_OF_NICS * treeThroughNics(job)

/** The share of the NICs that rings over so many nodes reach. */
export const networkRing = (nodes: number): number =>
  1 - LOST_A_DOUBLING * Math.max(0, Math.log2(nodes / DOUBLINGS_FROM))

function nvlsBusbw(job: Job, modelBusbw: number): number {
  const { ranksPerNode, insideBandwidth, facts } = job
  if (ranksPerNode > 8) return NVLS_LARGE_DOMAIN * modelBusbw
  const links = (insideBandwidth / GBps) * NVLS_OF_LINKS[generationOf(facts.gpu.computeCapability ?? 0)]
  return (links * 2 * (ranksPerNode - 1)) / (ranksPerNode + 1)
}

/** On two nodes a tree sends the data once in each direction, a ring 2(n-1)/n times. */
const treeThroughNics = (job: Job): number => (throughNics(job) * 2 * (job.ranks - 1)) / job.ranks

type Nic = Job['nics'][number]

/** A NIC on the CPU instead of a PCIe switch: 16 of 24 GB/s (nccl #412); on the other socket 8-9 of 24. */
const ON_CPU = 16 / 24
const ON_OTHER_SOCKET = 8.5 / 24

/** What a NIC gives where it hangs. */
export function reached({ bandwidth, path }: Nic): number {
  if (path === 'PHB' || path === 'NODE') return bandwidth * ON_CPU
  return path === 'SYS' ? bandwidth * ON_OTHER_SOCKET : bandwidth
}

/** All NICs of a node where they hang, GB/s. */
const throughNics = ({ nics }: Job): number => nics.reduce((sum, nic) => sum + reached(nic), 0) / GBps
