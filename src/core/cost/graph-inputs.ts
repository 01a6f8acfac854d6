/**
 * The graphs that NCCL's search ends up with on a machine, by a closed rule: of the speeds it tries, the one that
 * gives the most in all (the higher one of equals), and as many channels as fit. The search itself is not imitated.
 * Defined by NCCL 2.30.7, src/graph/search.cc (speed arrays, passes 1 and 2, duplication of channels).
 */
import { GBps } from '../base/units.ts'
import type { PathType } from '../machine/machine.ts'
import { distanceOf } from '../machine/path.ts'
import type { Job } from './job.ts'
import type { NcclGraph, NcclInputs } from './nccl-inputs.ts'

const INTRA_SPEEDS = {
  before90: [40, 30, 20, 18, 15, 12, 10, 9, 7, 6, 5, 4, 3],
  from90: [60, 50, 40, 30, 24, 20, 15, 12, 11, 6, 3],
  from100: [90, 80, 70, 60, 50, 45, 40, 30, 24, 20, 19, 18],
} as const

const INTER_SPEEDS = {
  before90: [48, 30, 28, 24, 20, 18, 15, 12, 10, 9, 7, 6, 5, 4, 3, 2.4, 1.2, 0.24, 0.12],
  from90: [48, 45, 42, 40, 30, 24, 22, 20, 17.5, 15, 12, 6, 3, 2.4, 1.2, 0.24, 0.12],
  from100: [96, 86, 80, 48, 45.1, 42, 40, 30, 24, 22, 20, 17.5, 15, 12, 6, 3, 2.4, 1.2, 0.24, 0.12],
} as const

const MAX_RING_CHANNELS = 32
/** Multicast groups have at most this many heads. */
const MAX_NVLS_CHANNELS = 32
/** PCIe between GPUs through an Intel root complex costs 6/5. */
const INTEL_ROOT_COST = 6 / 5

/** What NCCL would be given for this job; undefined where it has no model (AMD) or nothing to connect. */
export function ncclInputs(job: Job): NcclInputs | undefined {
  const { facts, ranks, nodes } = job
  const computeCapability = facts.gpu.computeCapability
  if (computeCapability === undefined || ranks < 2) return undefined
  const ring = ringGraph(job, computeCapability)
  const nvSwitch = facts.inside === 'nvswitch'
  const multicast = nvSwitch && facts.gpu.nvls && job.ranksPerNode > 1
  return {
    ranks,
    nodes,
    computeCapability,
    mixedGpus: false,
    cpu: facts.cpu,
    nvSwitch,
    nvls: multicast,
    collNet: false,
    graphs: {
      ring,
      tree: treeGraph(job, computeCapability, ring),
      ...(multicast ? { nvls: nvlsGraph(job, computeCapability) } : {}),
    },
  }
}

/** One channel goes once around all GPUs of the node, or in at one NIC and out at another. */
function ringGraph(job: Job, computeCapability: number): NcclGraph {
  const speeds = speedsOf(job, computeCapability)
  const total = gpuTotal(job)
  const found = fastest(speeds, (speed) =>
    Math.min(MAX_RING_CHANNELS, times(total, speed), job.nodes > 1 ? nicChannels(job, speed) : Infinity),
  )
  const wide = found.speed >= 25 && !(computeCapability > 80 && found.speed < 50 && found.channels > 4)
  const copies = wide ? Math.max(1, Math.min(2, Math.floor(MAX_RING_CHANNELS / found.channels))) : 1
  return {
    ...pathTypes(job),
    channels: found.channels * copies,
    bwIntra: found.speed / copies,
    bwInter: found.speed / copies,
  }
}

/** Trees have the ring's channels; on several nodes what a channel carries inside is raised up to twice the NIC's. */
function treeGraph(job: Job, computeCapability: number, ring: NcclGraph): NcclGraph {
  const speeds = speedsOf(job, computeCapability)
  const { channels } = ring
  const fits = (speed: number) => times(gpuTotal(job, 'open'), speed) >= channels
  const start = job.nodes > 1 ? ring.bwInter : (speeds.find(fits) ?? ring.bwIntra)
  return {
    ...pathTypes(job),
    channels,
    bwIntra: raised(speeds, start, (speed, from) => from < 2 * start && fits(speed)),
    bwInter: start,
  }
}

/** Every GPU is the head of one channel and receives from all others, so a channel crosses each GPU's links n+1 times. */
function nvlsGraph(job: Job, computeCapability: number): NcclGraph {
  const speeds = speedsOf(job, computeCapability)
  const channels = Math.min(job.ranksPerNode, MAX_NVLS_CHANNELS)
  const perChannel = gpuTotal(job, 'closed') / (channels + 1)
  const nic = job.nodes > 1 ? nicTotal(job) / channels : Infinity
  const intra = speeds.find((speed) => times(Math.min(perChannel, nic), speed) >= 1) ?? 0
  return {
    ...pathTypes(job),
    channels,
    bwIntra: intra,
    bwInter: raised(speeds, intra, (speed, from) => from < 2 * intra && times(nic, speed) >= 1),
  }
}

/** The search stops going slower at about half of what it has found. */
const SLOWEST_SHARE = 0.49

/** The speed with the highest total; one channel of 0.1 GB/s when nothing fits, as NCCL falls back. */
function fastest(
  speeds: readonly number[],
  channelsAt: (speed: number) => number,
): { channels: number; speed: number } {
  let best = { channels: 0, speed: 0 }
  for (const speed of speeds) {
    if (speed < SLOWEST_SHARE * best.speed) break
    const channels = channelsAt(speed)
    if (channels * speed > best.channels * best.speed) best = { channels, speed }
  }
  return best.channels > 0 ? best : { channels: 1, speed: 0.1 }
}

/** Goes up the speeds from `start`, one at a time, as long as `may` allows. */
function raised(
  speeds: readonly number[],
  start: number,
  may: (speed: number, from: number) => boolean,
): number {
  let at = start
  for (const speed of speeds.toReversed()) {
    if (speed <= at) continue
    if (!may(speed, at)) break
    at = speed
  }
  return at
}

const times = (total: number, speed: number): number => Math.floor(total / speed + 1e-6)

function speedsOf({ nodes }: Job, computeCapability: number): readonly number[] {
  const speeds = nodes > 1 ? INTER_SPEEDS : INTRA_SPEEDS
  return computeCapability >= 100 ? speeds.from100 : computeCapability >= 90 ? speeds.from90 : speeds.before90
}

/**
 * What all channels together may take of one GPU, GB/s. A chain (a ring over several nodes, a tree) leaves one of
 * its n GPUs without a link to the next, so n/(n-1) of the rate can be handed out.
 */
function gpuTotal(job: Job, shape: 'closed' | 'open' = job.nodes > 1 ? 'open' : 'closed'): number {
  const { ranksPerNode, facts, linked, crossesSockets, insideBandwidth } = job
  if (ranksPerNode === 1) return Infinity
  if (linked) {
    const rate = insideBandwidth / GBps
    return shape === 'open' ? (rate * ranksPerNode) / (ranksPerNode - 1) : rate
  }
  const throughRoot = facts.cpu === 'intel' && facts.gpusPerSwitch < ranksPerNode
  const slot = facts.pcieBandwidth / GBps / (throughRoot ? INTEL_ROOT_COST : 1)
  return crossesSockets && facts.socketBandwidth ? Math.min(slot, facts.socketBandwidth / GBps) : slot
}

/** How many channels of this speed the NICs of a node carry; a GPU's own PCIe may be narrower than its NICs. */
function nicChannels(job: Job, speed: number): number {
  const byNic = job.nics.reduce((sum, nic) => sum + times(nic.bandwidth / GBps, speed), 0)
  return Math.min(byNic, times((job.facts.pcieBandwidth * job.ranksPerNode) / GBps, speed))
}

const nicTotal = ({ nics }: Job): number => nics.reduce((sum, nic) => sum + nic.bandwidth / GBps, 0)

function pathTypes({
  facts,
  linked,
  nics,
  ranksPerNode,
  crossesSockets,
}: Job): Omit<NcclGraph, 'channels' | 'bwIntra' | 'bwInter'> {
  const farthest = nics.reduce<PathType>(
    (worst, { path }) => (distanceOf(path) > distanceOf(worst) ? path : worst),
    'PIX',
  )
  const overPcie: PathType = ranksPerNode <= facts.gpusPerSwitch ? 'PIX' : crossesSockets ? 'SYS' : 'PHB'
  return {
    typeIntra: linked || ranksPerNode === 1 ? 'NVL' : overPcie,
    typeInter: farthest,
    latencyInter: 0,
    sameChannels: !linked,
    plainTree: ranksPerNode === 1,
  }
}
