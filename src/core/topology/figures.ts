/**
 * What a graph of links is known by: its diameter, the mean way, the links of a rank, and how much passes between its halves
 * (bisection; Dally & Towles, Principles and Practices of Interconnection Networks, section 3.3). The narrowest of all
 * halvings is NP-hard to find; here it is the narrowest along the sides of the graph and along its ring order, which is the
 * known one of each generator.
 */
import type { BytesPerSecond, Seconds } from '../base/units.ts'
import { hopsBetween, type Neighbours, neighboursOf } from './hops.ts'
import { maxFlow } from './max-flow.ts'
import type { NodeIndex, Topology } from './topology.ts'

export interface TopologyFigures {
  /** The longest of the shortest ways between ranks. */
  readonly diameter: {
    readonly hops: number
    readonly seconds: Seconds
    readonly from: NodeIndex
    readonly to: NodeIndex
  }
  readonly meanHops: number
  /** Pairs of ranks by the links between them: pairsByHops[2] are those with two. */
  readonly pairsByHops: readonly number[]
  /** Of very many pairs only those of rank 0 are looked at. */
  readonly pairs: 'all' | 'of-rank-0'
  /** Links that leave a rank. */
  readonly ports: { readonly least: number; readonly most: number }
  /** What a rank can send at once: the least of all ranks. */
  readonly portBandwidth: BytesPerSecond
  /** One way, between two halves of the ranks; undefined where that would take long, or there are fewer than two ranks. */
  readonly halves?: Halves
}

export interface Halves {
  readonly bandwidth: BytesPerSecond
  readonly inside: readonly NodeIndex[]
}

/** Ranks times links: about a second. */
const MOST_WORK = 50e6
const MOST_FLOW_LINKS = 50_000

export function topologyFigures(topology: Topology): TopologyFigures {
  const { ranks, links } = topology
  const neighbours = neighboursOf(topology)
  const all = ranks * links.count <= MOST_WORK
  const pairsByHops: number[] = [0]
  let farthest = { hops: 0, from: 0, to: 0 }
  for (let from = 0; from < (all ? ranks : 1); from++) {
    const hops = hopsBetween(from, topology.nodes, neighbours)
    for (let to = from + 1; to < ranks; to++) {
      const distance = hops[to] ?? 0
      while (pairsByHops.length <= distance) pairsByHops.push(0)
      pairsByHops[distance] = (pairsByHops[distance] ?? 0) + 1
      if (distance > farthest.hops) farthest = { hops: distance, from, to }
    }
  }
  const pairs = pairsByHops.reduce((sum, count) => sum + count, 0)
  const halves = halvesOf(topology)
  return {
    diameter: { ...farthest, seconds: latencyOf(topology, farthest.from, farthest.to) },
    meanHops: pairs === 0 ? 0 : pairsByHops.reduce((sum, count, hops) => sum + count * hops, 0) / pairs,
    pairsByHops,
    pairs: all ? 'all' : 'of-rank-0',
    ...portsOf(topology, neighbours),
    ...(halves ? { halves } : {}),
  }
}

/** hopMatrix[from][to]: links on the shortest way between two ranks. */
export function hopMatrix(topology: Topology): readonly (readonly number[])[] {
  const neighbours = neighboursOf(topology)
  return Array.from({ length: topology.ranks }, (_, from) => [
    ...hopsBetween(from, topology.nodes, neighbours).subarray(0, topology.ranks),
  ])
}

const latencyOf = ({ route, links }: Topology, from: NodeIndex, to: NodeIndex): Seconds =>
  (route(from, to) ?? []).reduce((sum, link) => sum + (links.latencySeconds[link] ?? 0), 0)

function portsOf(
  { ranks, links }: Topology,
  { start }: Neighbours,
): Pick<TopologyFigures, 'ports' | 'portBandwidth'> {
  const sends = new Float64Array(ranks)
  for (let link = 0; link < links.count; link++) {
    const from = links.from[link] ?? 0
    if (from < ranks) sends[from] = (sends[from] ?? 0) + (links.bandwidth[link] ?? 0)
  }
  let [least, most] = [Number.POSITIVE_INFINITY, 0]
  for (let rank = 0; rank < ranks; rank++) {
    const ports = (start[rank + 1] ?? 0) - (start[rank] ?? 0)
    least = Math.min(least, ports)
    most = Math.max(most, ports)
  }
  return { ports: { least, most }, portBandwidth: sends.reduce((a, b) => Math.min(a, b), sends[0] ?? 0) }
}

function halvesOf(topology: Topology): Halves | undefined {
  const { ranks, nodes, links } = topology
  const isSwitched = nodes > ranks
  if (ranks < 2 || (isSwitched && links.count > MOST_FLOW_LINKS)) return undefined
  let best: Halves | undefined
  for (const inside of isSwitched
    ? alongSides(topology)
    : [...alongSides(topology), ...alongRing(topology)]) {
    const bandwidth = isSwitched ? throughSwitches(topology, inside) : crossing(topology, inside)
    if (!best || bandwidth < best.bandwidth) best = { bandwidth, inside: [...inside] }
  }
  return best
}

/** Halves of each even side, the first of the ranks where there is none. */
function alongSides({ ranks, shape = [ranks] }: Topology): readonly (readonly NodeIndex[])[] {
  const all = Array.from({ length: ranks }, (_, rank) => rank)
  const cuts = shape.flatMap((side, at) => {
    const stride = shape.slice(at + 1).reduce((product, size) => product * size, 1)
    return side % 2 === 0 ? [all.filter((rank) => Math.floor(rank / stride) % side < side / 2)] : []
  })
  return cuts.length > 0 ? cuts : [all.slice(0, Math.floor(ranks / 2))]
}

/** Each half of the ring order that begins at one of its first places, as many as the work allows. */
function* alongRing({ ranks, links, ringOrder = [] }: Topology): Iterable<readonly NodeIndex[]> {
  const half = Math.floor(ranks / 2)
  const turns = Math.min(ringOrder.length, Math.max(2, Math.floor(MOST_WORK / (10 * (ranks + links.count)))))
  const twice = [...ringOrder, ...ringOrder]
  for (let turn = 0; turn < turns; turn++) yield twice.slice(turn, turn + half)
}

function crossing({ ranks, links }: Topology, inside: readonly NodeIndex[]): BytesPerSecond {
  const isInside = new Uint8Array(ranks)
  for (const rank of inside) isInside[rank] = 1
  let sum = 0
  for (let link = 0; link < links.count; link++)
    if (isInside[links.from[link] ?? 0] === 1 && isInside[links.to[link] ?? 0] === 0)
      sum += links.bandwidth[link] ?? 0
  return sum
}

/** Switches belong to neither half: what passes is the maximum flow from all ranks of the one to all of the other. */
function throughSwitches({ ranks, nodes, links }: Topology, inside: readonly NodeIndex[]): BytesPerSecond {
  const [source, sink] = [nodes, nodes + 1]
  const isInside = new Set(inside)
  const outside = Array.from({ length: ranks }, (_, rank) => rank).filter((rank) => !isInside.has(rank))
  return maxFlow(
    {
      nodes: nodes + 2,
      from: [...links.from, ...inside.map(() => source), ...outside],
      to: [...links.to, ...inside, ...outside.map(() => sink)],
      capacity: [...links.bandwidth, ...Array<number>(ranks).fill(Number.POSITIVE_INFINITY)],
    },
    source,
    sink,
  ).value
}
