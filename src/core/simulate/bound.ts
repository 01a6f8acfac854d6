/**
 * What no algorithm can beat on this very graph, and the certificate: the cut, or the groups of ranks, that decide.
 *
 * Bytes that must leave a set of nodes take at least as long as its outgoing links need. Of all sets the tightest is found
 * by maximum flow and repeated halving (ForestColl, arXiv 2402.06787, section 4: the optimum of all_gather is the worst cut).
 * An all_reduce adds: of m groups of ranks, every byte of the result needs 2(m-1) messages between groups.
 */
import type { Bytes, BytesPerSecond, Seconds } from '../base/units.ts'
import type { CollectiveName } from '../collectives/names.ts'
import { type FlowGraph, flowGraph, maxFlow } from '../topology/max-flow.ts'
import type { NodeIndex, Topology } from '../topology/topology.ts'

export interface Bound {
  readonly seconds: Seconds
  readonly certificate: Certificate
}

export type Certificate =
  /** `bytes` must leave (or enter) the ranks of `inside` over links of `bandwidth` together. */
  | {
      readonly kind: 'cut'
      readonly inside: readonly string[]
      readonly direction: 'out' | 'in'
      readonly bytes: Bytes
      readonly bandwidth: BytesPerSecond
    }
  /** `bytes` must leave `groups` groups of ranks, which send `bandwidth` together. */
  | {
      readonly kind: 'groups'
      readonly groups: number
      readonly each: number
      readonly bytes: Bytes
      readonly bandwidth: BytesPerSecond
    }
  /** Nothing crosses faster than the longest way. */
  | { readonly kind: 'latency'; readonly from: string; readonly to: string }
  | { readonly kind: 'nothing' }

export interface BoundOptions {
  readonly root?: number
  /** Switches add and multiply what passes. */
  readonly inNetwork?: boolean
}

/** Larger graphs get the bounds that need no flow. */
const MOST_FLOW_LINKS = 4000
const MOST_FLOW_RANKS = 128

export function lowerBound(
  collective: CollectiveName,
  topology: Topology,
  bytes: Bytes,
  { root = 0, inNetwork = false }: BoundOptions = {},
): Bound {
  if (topology.ranks < 2) return { seconds: 0, certificate: { kind: 'nothing' } }
  const bounds = [
    latencyBound(collective, topology, root),
    ...cuts(collective, topology, bytes, root),
    ...(collective === 'all_reduce' && !inNetwork ? groupBounds(topology, bytes) : []),
  ]
  return bounds.reduce((tightest, its) => (its.seconds > tightest.seconds ? its : tightest))
}

function cuts(collective: CollectiveName, topology: Topology, bytes: Bytes, root: number): readonly Bound[] {
  const { ranks } = topology
  const all = Array.from({ length: ranks }, (_, rank) => rank)
  const small = topology.links.count <= MOST_FLOW_LINKS && ranks <= MOST_FLOW_RANKS
  const forwards = flowGraph(topology.links, topology.nodes)
  const backwards: FlowGraph = { ...forwards, from: forwards.to, to: forwards.from }
  const share = bytes / ranks
  switch (collective) {
    case 'all_gather':
      return small
        ? [worstCut(topology, forwards, share, all, 'out')]
        : single(topology, (ranks - 1) * share, 'in')
    case 'reduce_scatter':
      return small
        ? [worstCut(topology, backwards, share, all, 'in')]
        : single(topology, (ranks - 1) * share, 'out')
    case 'gather':
      return [worstCut(topology, forwards, share, [root], 'out')]
    case 'scatter':
      return [worstCut(topology, backwards, share, [root], 'in')]
    case 'broadcast':
      return [fromOne(topology, forwards, bytes, root, 'out')]
    case 'reduce':
      return [fromOne(topology, backwards, bytes, root, 'in')]
    case 'all_reduce':
      return [
        ...single(topology, bytes, 'out'),
        ...single(topology, bytes, 'in'),
        ...(small
          ? [fromOne(topology, forwards, bytes, 0, 'out'), fromOne(topology, backwards, bytes, 0, 'in')]
          : []),
      ]
    case 'all_to_all':
      return [
        ...single(topology, (ranks - 1) * share, 'out'),
        ...single(topology, (ranks - 1) * share, 'in'),
        ...halves(topology, share),
      ]
    case 'send_recv':
      return [...single(topology, bytes, 'out'), ...single(topology, bytes, 'in')]
  }
}

/** Each rank alone: what it must send, or receive, over its own links. */
function single(topology: Topology, bytes: Bytes, direction: 'out' | 'in'): readonly Bound[] {
  const capacity = rankCapacity(topology, direction)
  let least = 0
  for (let rank = 1; rank < topology.ranks; rank++)
    if ((capacity[rank] ?? 0) < (capacity[least] ?? 0)) least = rank
  return [cutBound([topology.nodeName(least)], direction, bytes, capacity[least] ?? 0)]
}

function rankCapacity({ links, ranks }: Topology, direction: 'out' | 'in'): Float64Array {
  const capacity = new Float64Array(ranks)
  const ends = direction === 'out' ? links.from : links.to
  for (let link = 0; link < links.count; link++) {
    const end = ends[link] ?? 0
    if (end < ranks) capacity[end] = (capacity[end] ?? 0) + (links.bandwidth[link] ?? 0)
  }
  return capacity
}

const cutBound = (
  inside: readonly string[],
  direction: 'out' | 'in',
  bytes: Bytes,
  bandwidth: BytesPerSecond,
): Bound => ({
  seconds: bandwidth > 0 ? bytes / bandwidth : Number.POSITIVE_INFINITY,
  certificate: { kind: 'cut', inside, direction, bytes, bandwidth },
})

/**
 * The set whose ranks' shares take longest to leave it, of all that do not hold every receiver. A source feeds every rank
 * at a rate; while some receiver cannot get the rates of all, the cut that says so gives the next, lower rate.
 */
function worstCut(
  topology: Topology,
  graph: FlowGraph,
  share: Bytes,
  receivers: readonly NodeIndex[],
  direction: 'out' | 'in',
): Bound {
  const { ranks } = topology
  const source = topology.nodes
  let rate = Math.min(...receivers.map((rank) => into(graph, rank))) / (ranks - 1)
  let inside: readonly NodeIndex[] = receivers.length === 1 ? others(ranks, receivers[0] ?? 0) : []
  if (inside.length === 0) {
    const poorest = receivers.reduce((a, b) => (into(graph, b) < into(graph, a) ? b : a))
    inside = others(ranks, poorest)
  }
  for (let again = true; again; ) {
    again = false
    for (const sink of receivers) {
      const feeding: FlowGraph = {
        nodes: topology.nodes + 1,
        from: [...graph.from, ...Array.from({ length: ranks }, () => source)],
        to: [...graph.to, ...Array.from({ length: ranks }, (_, rank) => rank)],
        capacity: [...graph.capacity, ...Array.from({ length: ranks }, () => rate)],
      }
      const { value, sourceSide } = maxFlow(feeding, source, sink)
      if (value >= ranks * rate * (1 - 1e-9)) continue
      const members = Array.from({ length: ranks }, (_, rank) => rank).filter(
        (rank) => sourceSide[rank] === 1,
      )
      const leaving = cutCapacity(graph, sourceSide)
      if (members.length === 0 || leaving / members.length >= rate * (1 - 1e-9)) continue
      rate = leaving / members.length
      inside = members
      again = true
    }
  }
  return cutBound(inside.map(topology.nodeName), direction, inside.length * share, rate * inside.length)
}

const others = (ranks: number, rank: number): readonly number[] =>
  Array.from({ length: ranks }, (_, other) => other).filter((other) => other !== rank)

const into = ({ to, capacity }: FlowGraph, node: NodeIndex): number =>
  to.reduce((sum, end, link) => (end === node ? sum + (capacity[link] ?? 0) : sum), 0)

const cutCapacity = ({ from, to, capacity }: FlowGraph, side: Uint8Array): number =>
  from.reduce(
    (sum, start, link) =>
      side[start] === 1 && side[to[link] ?? 0] === 0 ? sum + (capacity[link] ?? 0) : sum,
    0,
  )

/** All data must reach (or come from) every other rank: the narrowest cut between one and any other. */
function fromOne(
  topology: Topology,
  graph: FlowGraph,
  bytes: Bytes,
  root: number,
  direction: 'out' | 'in',
): Bound {
  let least = Number.POSITIVE_INFINITY
  let inside: readonly number[] = [root]
  for (let rank = 0; rank < topology.ranks; rank++) {
    if (rank === root) continue
    const { value, sourceSide } = maxFlow(graph, root, rank)
    if (value >= least * (1 - 1e-9)) continue
    least = value
    inside = Array.from({ length: topology.ranks }, (_, its) => its).filter((its) => sourceSide[its] === 1)
  }
  return cutBound(inside.map(topology.nodeName), direction, bytes, least)
}

/** Ranks alone, the ranks of a node together, the ranks of half the machine: whichever groups send least for what they must. */
function groupBounds(topology: Topology, bytes: Bytes): readonly Bound[] {
  const { ranks, shape = [] } = topology
  const sizes = new Set([1, ...(shape.length === 2 ? [shape[1] ?? 1] : [])])
  return [...sizes].flatMap((each) => {
    const groups = ranks / each
    if (!Number.isInteger(groups) || groups < 2) return []
    const bandwidth = groupCapacity(topology, each)
    const must = 2 * (groups - 1) * bytes
    return [
      {
        seconds: bandwidth > 0 ? must / bandwidth : Number.POSITIVE_INFINITY,
        certificate: { kind: 'groups', groups, each, bytes: must, bandwidth } as const,
      },
    ]
  })
}

/** What leaves all groups together. A node without rank belongs to the group of the ranks it hangs on, when that is one. */
function groupCapacity(topology: Topology, each: number): BytesPerSecond {
  const { links } = topology
  const owner = ownersOf(topology, each)
  let sum = 0
  for (let link = 0; link < links.count; link++) {
    const [a, b] = [owner[links.from[link] ?? 0] ?? -1, owner[links.to[link] ?? 0] ?? -1]
    if (a >= 0 && a !== b) sum += links.bandwidth[link] ?? 0
  }
  return sum
}

/** The group of each node; -1 for what several groups share. */
function ownersOf({ links, nodes, ranks }: Topology, each: number): Int32Array {
  const UNKNOWN = -2
  const owner = Int32Array.from({ length: nodes }, (_, node) =>
    node < ranks ? Math.floor(node / each) : UNKNOWN,
  )
  for (let again = true; again; ) {
    again = false
    for (let link = 0; link < links.count; link++)
      for (const [a, b] of [
        [links.from[link] ?? 0, links.to[link] ?? 0],
        [links.to[link] ?? 0, links.from[link] ?? 0],
      ] as const) {
        const its = owner[a] ?? UNKNOWN
        const known = owner[b] ?? UNKNOWN
        if (b < ranks || its === UNKNOWN || known === -1 || known === its) continue
        owner[b] = known === UNKNOWN && each > 1 ? its : -1
        again = true
      }
  }
  return owner
}

/** all_to_all: what the first half of the ranks, or any node's, must send to the others. */
function halves(topology: Topology, share: Bytes): readonly Bound[] {
  const { ranks, shape = [], links } = topology
  const sizes = [Math.floor(ranks / 2), shape.at(-1) ?? 0].filter((size) => size > 0 && size < ranks)
  return sizes.map((size) => {
    const graph = flowGraph(links, topology.nodes)
    const [source, sink] = [topology.nodes, topology.nodes + 1]
    const joined: FlowGraph = {
      nodes: topology.nodes + 2,
      from: [...graph.from, ...Array.from({ length: ranks }, (_, rank) => (rank < size ? source : rank))],
      to: [...graph.to, ...Array.from({ length: ranks }, (_, rank) => (rank < size ? rank : sink))],
      capacity: [...graph.capacity, ...Array.from({ length: ranks }, () => Number.POSITIVE_INFINITY)],
    }
    const { value } = maxFlow(joined, source, sink)
    const inside = Array.from({ length: size }, (_, rank) => topology.nodeName(rank))
    return cutBound(inside, 'out', size * (ranks - size) * share, value)
  })
}

/** The longest of the ways that something must go: from any rank to any other, or to or from the root. */
function latencyBound(collective: CollectiveName, topology: Topology, root: number): Bound {
  const { ranks, links, route } = topology
  const all = Array.from({ length: Math.min(ranks, MOST_FLOW_RANKS) }, (_, rank) => rank)
  const starts = collective === 'broadcast' || collective === 'scatter' ? [root] : all
  const ends = collective === 'reduce' || collective === 'gather' ? [root] : all
  let seconds = 0
  let pair: readonly [number, number] = [0, 0]
  for (const from of starts)
    for (const to of ends) {
      if (collective === 'send_recv' && to !== (from + 1) % ranks) continue
      const latency = (route(from, to) ?? []).reduce(
        (sum, link) => sum + (links.latencySeconds[link] ?? 0),
        0,
      )
      if (latency > seconds) {
        seconds = latency
        pair = [from, to]
      }
    }
  return {
    seconds,
    certificate: { kind: 'latency', from: topology.nodeName(pair[0]), to: topology.nodeName(pair[1]) },
  }
}
