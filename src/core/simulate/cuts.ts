/**
 * Bytes that must leave a set of nodes take at least as long as its outgoing links need. Of all sets the tightest is found by
 * maximum flow and repeated halving (ForestColl, arXiv 2402.06787, section 4: the optimum of all_gather is the worst cut). On a
 * large graph only the sets of one rank are looked at; often that is known to be enough.
 */
import type { Bytes, BytesPerSecond } from '../base/units.ts'
import type { CollectiveName } from '../collectives/names.ts'
import { type FlowGraph, flowGraph, maxFlow } from '../topology/max-flow.ts'
import type { NodeIndex, Topology } from '../topology/topology.ts'
import type { Bound } from './certificate.ts'

/** Larger graphs get the bounds that need no flow from each rank to each. */
const MOST_FLOW_LINKS = 4000
export const MOST_FLOW_RANKS = 128
/** Flows times links, where there is one for each rank. */
const MOST_FLOW_WORK = MOST_FLOW_LINKS * MOST_FLOW_RANKS
/** Of a graph with more not even one flow is sought. */
const MOST_LINKS_ONCE = 20_000

export interface Cuts {
  readonly bounds: readonly Bound[]
  /** Whether a set that was not looked at may be tighter. */
  readonly all: boolean
}

export function cuts(collective: CollectiveName, topology: Topology, bytes: Bytes, root: number): Cuts {
  const { ranks, links } = topology
  const share = bytes / ranks
  const small = links.count <= MOST_FLOW_LINKS && ranks <= MOST_FLOW_RANKS
  const one = links.count <= MOST_LINKS_ONCE
  const all = ranks * links.count <= MOST_FLOW_WORK
  const ofRanks = (sent: Bytes, ways: readonly ('out' | 'in')[], searched: boolean): Cuts => ({
    bounds: ways.flatMap((way) => single(topology, sent, way)),
    all: searched || ranksAreTightest(topology),
  })
  switch (collective) {
    case 'all_gather':
      return small
        ? searched(worstCut(topology, graphOf(topology, 'out'), share, everyRank(ranks), 'out'))
        : ofRanks((ranks - 1) * share, ['in'], false)
    case 'reduce_scatter':
      return small
        ? searched(worstCut(topology, graphOf(topology, 'in'), share, everyRank(ranks), 'in'))
        : ofRanks((ranks - 1) * share, ['out'], false)
    case 'gather':
      return one
        ? searched(worstCut(topology, graphOf(topology, 'out'), share, [root], 'out'))
        : aroundRoot(topology, (ranks - 1) * share, root, 'in', [])
    case 'scatter':
      return one
        ? searched(worstCut(topology, graphOf(topology, 'in'), share, [root], 'in'))
        : aroundRoot(topology, (ranks - 1) * share, root, 'out', [])
    case 'broadcast':
      return all
        ? searched(fromOne(topology, graphOf(topology, 'out'), bytes, root, 'out'))
        : aroundRoot(topology, bytes, root, 'out', single(topology, bytes, 'in'))
    case 'reduce':
      return all
        ? searched(fromOne(topology, graphOf(topology, 'in'), bytes, root, 'in'))
        : aroundRoot(topology, bytes, root, 'in', single(topology, bytes, 'out'))
    case 'all_reduce': {
      const alone = ofRanks(bytes, ['out', 'in'], small)
      if (!small) return alone
      const both = (['out', 'in'] as const).map((way) =>
        fromOne(topology, graphOf(topology, way), bytes, 0, way),
      )
      return { ...alone, bounds: [...alone.bounds, ...both] }
    }
    case 'all_to_all': {
      const alone = ofRanks((ranks - 1) * share, ['out', 'in'], true)
      const halved = halves(topology, share, one)
      return { bounds: [...alone.bounds, ...halved], all: halved.length > 0 || ranks < 2 }
    }
    case 'send_recv':
      return ofRanks(bytes, ['out', 'in'], true)
  }
}

const searched = (bound: Bound): Cuts => ({ bounds: [bound], all: true })

const everyRank = (ranks: number): readonly NodeIndex[] => Array.from({ length: ranks }, (_, rank) => rank)

function graphOf({ links, nodes }: Topology, direction: 'out' | 'in'): FlowGraph {
  const forwards = flowGraph(links, nodes)
  return direction === 'out' ? forwards : { ...forwards, from: forwards.to, to: forwards.from }
}

/**
 * Around several ranks no cut is narrower than around one: of a connected graph whose vertices all look alike (Mader 1971), and
 * of any whose ranks hang on one of its narrowest links.
 */
function ranksAreTightest(topology: Topology): boolean {
  if (topology.alike) return true
  const { links } = topology
  const narrowest = links.bandwidth.reduce(
    (least, bandwidth) => Math.min(least, bandwidth),
    Number.POSITIVE_INFINITY,
  )
  return (['out', 'in'] as const).every((way) =>
    rankCapacity(topology, way).some((capacity) => capacity <= narrowest),
  )
}

/** What the root alone must send or receive, and what the others must. */
function aroundRoot(
  topology: Topology,
  bytes: Bytes,
  root: number,
  direction: 'out' | 'in',
  others: readonly Bound[],
): Cuts {
  const capacity = rankCapacity(topology, direction)[root] ?? 0
  return {
    bounds: [cutBound([topology.nodeName(root)], direction, bytes, capacity), ...others],
    all: ranksAreTightest(topology),
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
    inside = Array.from({ length: topology.ranks }, (_, other) => other).filter(
      (other) => sourceSide[other] === 1,
    )
  }
  return cutBound(inside.map(topology.nodeName), direction, bytes, least)
}

/** all_to_all: what the first half of the ranks, or any node's, must send to the others. */
function halves(topology: Topology, share: Bytes, flow: boolean): readonly Bound[] {
  const { ranks, nodes, shape = [], links } = topology
  // With switches between them only a flow tells what passes.
  if (!flow && nodes > ranks) return []
  const sizes = [Math.floor(ranks / 2), shape.at(-1) ?? 0].filter((size) => size > 0 && size < ranks)
  return sizes.map((size) => {
    const inside = Array.from({ length: size }, (_, rank) => topology.nodeName(rank))
    if (!flow) return cutBound(inside, 'out', size * (ranks - size) * share, crossing(topology, size))
    const graph = flowGraph(links, topology.nodes)
    const [source, sink] = [topology.nodes, topology.nodes + 1]
    const joined: FlowGraph = {
      nodes: topology.nodes + 2,
      from: [...graph.from, ...Array.from({ length: ranks }, (_, rank) => (rank < size ? source : rank))],
      to: [...graph.to, ...Array.from({ length: ranks }, (_, rank) => (rank < size ? rank : sink))],
      capacity: [...graph.capacity, ...Array.from({ length: ranks }, () => Number.POSITIVE_INFINITY)],
    }
    const { value } = maxFlow(joined, source, sink)
    return cutBound(inside, 'out', size * (ranks - size) * share, value)
  })
}

/** The links from the first ranks to the others. */
function crossing({ links }: Topology, size: number): BytesPerSecond {
  let sum = 0
  for (let link = 0; link < links.count; link++)
    if ((links.from[link] ?? 0) < size && (links.to[link] ?? 0) >= size) sum += links.bandwidth[link] ?? 0
  return sum
}
