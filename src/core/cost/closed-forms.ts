/**
 * What bounds a collective where NCCL's model says nothing: AMD's machines, and collectives made of sends and receives.
 * Each is a few lines of arithmetic: bytes that must cross the fullest link over what it carries (alpha-beta, alpha being
 * the latency of the steps). Defined by Thakur, Rabenseifner & Gropp, "Optimization of collective communication operations
 * in MPICH", IJHPCA 19(1), 2005.
 */
import { GBps, type Seconds } from '../base/units.ts'
import { busFactor, type CollectiveName } from '../collectives/names.ts'
import type { Link } from '../machine/machine.ts'
import { graphOf, isGpuLink, pathsFrom } from '../machine/path.ts'
import { networkRing, reached } from './efficiency.ts'
import type { Job } from './job.ts'

export type Full = 'nvlink' | 'xgmi' | 'pcie' | 'cpu-interconnect' | 'nic' | 'fabric'

export interface ClosedForm {
  /** At sizes where latency is nothing, GB/s. */
  readonly busbw: number
  /** How far machines of this kind may lie from it: shares of busbw. */
  readonly low: number
  readonly high: number
  /** The link that is full. */
  readonly full: Full
  readonly latencySeconds: Seconds
}

/** Sends over NVLink reach 92 % of what NCCL counts: 72 of 80 (A100, nccl-tests #331), 351 of 371 (H100, SimAI). */
const SENDS_OF_LINKS = 0.92
/** Rings over xGMI: 315 of 336 (MI300X). */
const RINGS_OF_XGMI = 0.94
/** Rings between nodes of AMD GPUs: 350 of 384 (MI300X with 8 x 400G). */
const AMD_NETWORK = 0.91
/** Through host memory a GPU's PCIe carries about half, and less where memory or sockets are slow. */
const THROUGH_HOST = 0.45
const US = 1e-6
/** A call, a step inside a node, a step between nodes (NCCL's Simple protocol, and its ring over PCIe). */
const CALL = 8.4 * US
const INSIDE = 3.4 * US
const BETWEEN = 14 * US

export function closedForm(collective: CollectiveName, job: Job): ClosedForm {
  switch (collective) {
    case 'all_to_all':
      return allToAll(job)
    case 'send_recv':
      return neighbours(job)
    case 'gather':
    case 'scatter':
      return atRoot(job)
    default:
      return ring(collective, job)
  }
}

interface Limit {
  readonly busbw: number
  readonly full: Full
  readonly low?: number
  readonly high?: number
}

/** The tightest limit decides. */
function tightest(limits: readonly Limit[], latencySeconds: Seconds): ClosedForm {
  const [first] = limits.toSorted((a, b) => a.busbw - b.busbw)
  if (!first) throw new Error('no limit')
  return { low: 0.9, high: 1.06, latencySeconds, ...first }
}

const linkKind = ({ facts }: Job): Full => (facts.inside === 'xgmi-mesh' ? 'xgmi' : 'nvlink')

/** How far below the form machines may lie: little where every pair is joined, more where bytes are relayed. */
const wired = (job: Job): number => (meanHops(job) > 1 ? 0.6 : 0.92)

/** Through shared host memory: no NVLink, and a driver that denies peer-to-peer. */
const throughHost = ({ linked, facts }: Job): boolean => !linked && !facts.gpu.peerToPeer

/** All GPUs in rings: every byte of busbw crosses each GPU's links once, and on several nodes the NICs. */
function ring(collective: CollectiveName, job: Job): ClosedForm {
  const { nodes, ranks, facts, linked, insideBandwidth, ranksPerNode } = job
  const steps = collective === 'all_reduce' ? 2 * (ranks - 1) : ranks - 1
  const between = nodes > 1 ? (collective === 'all_reduce' ? 2 : 1) * (nodes - 1) : 0
  const latency = CALL + (steps - between) * INSIDE + between * BETWEEN
  const rings = insideBandwidth / GBps
  // A ring over several nodes is open inside each: one hop less.
  const open = nodes > 1 && linked && ranksPerNode > 1 ? ranksPerNode / (ranksPerNode - 1) : 1
  const share = facts.inside === 'xgmi-mesh' ? RINGS_OF_XGMI : 0.96
  const inside: Limit = linked
    ? { busbw: rings * open * share, full: linkKind(job), low: wired(job) }
    : overPcie(job)
  return tightest(ranksPerNode > 1 ? [inside, ...network(job, 1)] : network(job, 1), latency)
}

/** Rings over PCIe: through switches at the slots' rate, through CPUs at less, through host memory at much less. */
function overPcie(job: Job): Limit {
  const { insideBandwidth, crossesSockets, facts } = job
  const rate = insideBandwidth / GBps
  const full = crossesSockets && insideBandwidth < facts.pcieBandwidth ? 'cpu-interconnect' : 'pcie'
  if (throughHost(job)) return { busbw: rate * THROUGH_HOST, full, low: 0.2, high: 1.8 }
  return { busbw: rate * 0.9, full, low: 0.7, high: 1.15 }
}

/** `times`: how much of the busbw of all GPUs of a node leaves it, in GPUs' rates. */
function network(job: Job, times: number): readonly Limit[] {
  const { nodes, nics, machine, facts } = job
  if (nodes === 1) return []
  const sum = nics.reduce((total, nic) => total + reached(nic), 0) / GBps
  const share = facts.gpu.vendor === 'amd' ? AMD_NETWORK : networkRing(nodes)
  const oversubscription = machine.fabric?.oversubscription ?? 1
  return [
    { busbw: (sum * share) / times, full: 'nic' },
    ...(oversubscription > 1
      ? [{ busbw: (sum * share) / times / oversubscription, full: 'fabric' as const }]
      : []),
  ]
}

/** Every GPU sends a different share to every other; over NICs only what goes to other nodes. */
function allToAll(job: Job): ClosedForm {
  const { ranks, nodes, ranksPerNode } = job
  const latency = CALL + (nodes > 1 ? BETWEEN + (ranks / ranksPerNode) * INSIDE : (ranks - 1) * 0.5 * US)
  // busbw counts (n-1)/n of a GPU's bytes, of which (n-k)/(n-1) leave its node of k.
  const leaving = nodes > 1 ? (ranksPerNode * (ranks - ranksPerNode)) / (ranks - 1) : 0
  const inside = ranksPerNode > 1 ? [insideAllToAll(job)] : []
  return tightest([...inside, ...(nodes > 1 ? network(job, leaving) : [])], latency)
}

function insideAllToAll(job: Job): Limit {
  const { ranks, ranksPerNode, linked, facts, insideBandwidth } = job
  const ofAll = (ranks - 1) / (ranksPerNode - 1)
  if (linked) {
    const busbw = (insideBandwidth / GBps) * SENDS_OF_LINKS * ofAll
    return {
      busbw: busbw / meanHops(job),
      full: linkKind(job),
      low: facts.inside === 'nvswitch' ? 0.92 : 0.55,
    }
  }
  const rate = (facts.pcieBandwidth / GBps) * (throughHost(job) ? THROUGH_HOST : 0.9)
  const half = ranksPerNode / 2
  // k GPUs under a switch share its uplink; half of all pairs lie across the sockets.
  const sharing = Math.min(facts.gpusPerSwitch, ranksPerNode)
  const upward = sharing < ranksPerNode ? sharing * ((ranksPerNode - sharing) / (ranksPerNode - 1)) : 1
  const uplink: Limit = { busbw: (rate / Math.max(1, upward)) * ofAll, full: 'pcie', low: 0.5, high: 1.3 }
  if (!job.crossesSockets || !facts.socketBandwidth) return uplink
  const across = ((facts.socketBandwidth / GBps) * (ranksPerNode - 1)) / (half * half)
  return across * ofAll < uplink.busbw
    ? { ...uplink, busbw: across * ofAll, full: 'cpu-interconnect' }
    : uplink
}

/** Links that a byte crosses on its way between two GPUs, on average over the pairs: 1 on a switch and a full mesh. */
function meanHops({ machine, ranksPerNode, facts }: Job): number {
  if (facts.inside === 'nvswitch') return 1
  const graph = graphOf(machine)
  const gpus = machine.devices.filter(({ kind }) => kind === 'GPU').slice(0, ranksPerNode)
  const hops = gpus.flatMap(({ id }) => {
    const near = new Set((graph.from.get(id) ?? []).filter(isGpuLink).map(({ to }) => to))
    return gpus.filter((other) => other.id !== id).map((other) => (near.has(other.id) ? 1 : 2))
  })
  return hops.reduce((sum, count) => sum + count, 0) / Math.max(1, hops.length)
}

/** nccl-tests' sendrecv: each rank sends to the next one; the slowest pair decides. */
function neighbours(job: Job): ClosedForm {
  const { nodes, nics, ranksPerNode, facts, linked } = job
  const pairs = ranksPerNode > 1 ? [neighbourLink(job)] : []
  if (nodes === 1) return tightest(pairs, CALL + INSIDE)
  const nic = Math.max(...nics.map(reached)) / GBps
  const wire: Limit = { busbw: nic * networkRing(nodes), full: 'nic', low: 0.88 }
  return tightest([...pairs, wire], CALL + (linked || facts.gpu.peerToPeer ? 0 : INSIDE) + BETWEEN)
}

function neighbourLink(job: Job): Limit {
  const { machine, ranksPerNode, linked, facts, insideBandwidth } = job
  if (!linked) return overPcie(job)
  const all = (insideBandwidth / GBps) * SENDS_OF_LINKS
  if (facts.inside === 'nvswitch') return { busbw: all, full: 'nvlink', low: 0.92 }
  const gpus = machine.devices.filter(({ kind }) => kind === 'GPU').slice(0, ranksPerNode)
  const graph = graphOf(machine)
  const rates = gpus.map(({ id }, index) => {
    const next = gpus[(index + 1) % gpus.length]?.id ?? ''
    const direct: Link | undefined = graph.from.get(id)?.find((link) => link.to === next && isGpuLink(link))
    return direct?.bandwidth ?? pathsFrom(graph, id).get(next)?.bandwidth ?? facts.pcieBandwidth
  })
  return { busbw: (Math.min(...rates) / GBps) * 0.9, full: linkKind(job), low: 0.6 }
}

/** The root's links: what comes from its own node over NVLink or PCIe, the rest through its NIC. */
function atRoot(job: Job): ClosedForm {
  const { ranks, ranksPerNode, nodes, nics, insideBandwidth, linked } = job
  const latency = CALL + (nodes > 1 ? BETWEEN : INSIDE)
  const near = ((insideBandwidth / GBps) * (ranks - 1)) / Math.max(1, ranksPerNode - 1)
  const pcie = overPcie(job)
  const inside: readonly Limit[] =
    ranksPerNode === 1
      ? []
      : [
          linked
            ? { busbw: near * SENDS_OF_LINKS, full: linkKind(job), low: 0.85 }
            : { ...pcie, busbw: (pcie.busbw * (ranks - 1)) / (ranksPerNode - 1) },
        ]
  if (nodes === 1) return tightest(inside, latency)
  const nic = Math.max(...nics.map(reached)) / GBps
  const wire: Limit = {
    busbw: (nic * networkRing(nodes) * (ranks - 1)) / (ranks - ranksPerNode),
    full: 'nic',
    low: 0.85,
  }
  return tightest([...inside, wire], latency)
}

/** busbw of a closed form -> the time of the transfer alone. */
export const transferSeconds = (
  collective: CollectiveName,
  ranks: number,
  bytes: number,
  busbw: number,
): Seconds => (bytes * busFactor(collective, ranks)) / (busbw * GBps)
