/**
 * Rings over a topology: the one order that NCCL would take (the fastest narrowest link, then the first by number; the
 * idea of nccl/src/graph/search.cc), the best set of rings that share no link, and what any given orders cost.
 */
import type { BytesPerSecond } from '../base/units.ts'
import { type Capacities, disjointCycles } from './hamiltonian.ts'
import type { LinkIndex, Topology } from './topology.ts'

export type RingOrder = readonly number[]

/** Searched up to so many ranks; larger machines repeat a pattern that their builder knows. */
const MOST_SEARCHED = 16

export interface RingCost {
  /** What the rings together carry at each rank: the bus bandwidth of a long message. 0 when there is no way. */
  readonly bandwidth: BytesPerSecond
  /** The link that limits them, and how many hops of rings pass it. */
  readonly tightest?: { readonly link: LinkIndex; readonly hops: number }
  /** Hops from a rank to the next that no single link, or two through a switch, makes. */
  readonly relayed: readonly (readonly [from: number, to: number])[]
  /** Links that lie on no way of any ring, as a share of all that join ranks. */
  readonly idle: number
}

/** The rings carry equal shares side by side; each link serves all hops that pass it. */
export function ringCost(topology: Topology, orders: readonly RingOrder[]): RingCost {
  const { links, ranks } = topology
  const hops = new Int32Array(links.count)
  const relayed: (readonly [number, number])[] = []
  for (const order of orders)
    for (let at = 0; at < order.length; at++) {
      const from = order[at] ?? 0
      const to = order[(at + 1) % order.length] ?? 0
      const way = topology.route(from, to)
      if (!way) return { bandwidth: 0, relayed: [[from, to]], idle: 1 }
      // Through another rank: what lies between is then busy with what is not its own.
      if (way.some((link) => (links.to[link] ?? 0) < ranks && links.to[link] !== to)) relayed.push([from, to])
      for (const link of way) hops[link] = (hops[link] ?? 0) + 1
    }
  let tightest: RingCost['tightest']
  let each = Number.POSITIVE_INFINITY
  let idle = 0
  let joining = 0
  for (let link = 0; link < links.count; link++) {
    const count = hops[link] ?? 0
    const between = (links.from[link] ?? 0) < ranks && (links.to[link] ?? 0) < ranks
    if (between) joining++
    if (between && count === 0) idle++
    if (count > 0 && (links.bandwidth[link] ?? 0) / count < each) {
      each = (links.bandwidth[link] ?? 0) / count
      tightest = { link, hops: count }
    }
  }
  return {
    bandwidth: ranks < 2 ? 0 : each * orders.length,
    ...(tightest ? { tightest } : {}),
    relayed,
    idle: joining === 0 ? 0 : idle / joining,
  }
}

/** The order of one ring: over the fastest direct links if they close to a ring, else as the builder or the numbers have it. */
export function singleRing(topology: Topology): RingOrder {
  const { ranks, ringOrder } = topology
  if (ringOrder) return ringOrder
  const perNode = topology.shape?.at(-1) ?? ranks
  if (perNode < ranks) return acrossNodes(topology, singleRingInside(topology, perNode), perNode, perNode - 1)
  return singleRingInside(topology, ranks) ?? Array.from({ length: ranks }, (_, rank) => rank)
}

/** As many rings as the links can carry at once, each at the rate of the slowest link: at least the single one. */
export function bestRings(topology: Topology): readonly RingOrder[] {
  const { ranks } = topology
  const single = singleRing(topology)
  const perNode = topology.shape?.at(-1) ?? ranks
  if (ranks < 3) return [single]
  const hosts = topology.ringOrder ? 1 : ranks / perNode
  if (hosts > 1) return railRings(topology, perNode)
  const candidates = [[single], [single, reversed(single)], meshRings(topology), searchedRings(topology)]
  let best: readonly RingOrder[] = [single]
  for (const rings of candidates)
    if (rings.length > 0 && faster(ringCost(topology, rings).bandwidth, ringCost(topology, best).bandwidth))
      best = rings
  return best
}

/** Not by rounding alone. */
const faster = (a: number, b: number): boolean => a > b * (1 + 1e-9)

const reversed = (order: RingOrder): RingOrder => [order[0] ?? 0, ...order.slice(1).reverse()]

/** One ring for each NIC: it leaves every node by that NIC's GPU and goes round inside from the one behind it. */
function railRings(topology: Topology, perNode: number): readonly RingOrder[] {
  const inside = singleRingInside(topology, perNode)
  const rings = Array.from({ length: perNode }, (_, last) => acrossNodes(topology, inside, perNode, last))
  let best: readonly RingOrder[] = rings.slice(0, 1)
  for (let count = 2; count <= perNode; count++) {
    if (perNode % count !== 0) continue
    const some = rings.filter((_, at) => at % (perNode / count) === 0)
    if (faster(ringCost(topology, some).bandwidth, ringCost(topology, best).bandwidth)) best = some
  }
  return best
}

function acrossNodes(
  { ranks }: Topology,
  inside: RingOrder | undefined,
  perNode: number,
  last: number,
): RingOrder {
  const order = inside ?? Array.from({ length: perNode }, (_, gpu) => gpu)
  const turned = order.map((_, at) => order[(at + last + 1) % perNode] ?? 0)
  return Array.from({ length: ranks / perNode }, (_, host) =>
    turned.map((gpu) => host * perNode + gpu),
  ).flat()
}

/** Over direct links of the first `ranks` ranks, the narrowest as wide as can be. */
function singleRingInside(topology: Topology, ranks: number): RingOrder | undefined {
  if (ranks > MOST_SEARCHED || ranks < 3) return undefined
  const direct = directBandwidths(topology, ranks)
  const widths = [...new Set(direct)].filter((width) => width > 0).sort((a, b) => b - a)
  for (const width of widths) {
    const capacities = Int32Array.from(direct, (capacity) => (capacity >= width ? 1 : 0))
    const [cycle] = disjointCycles(capacities, ranks, 1, false) ?? []
    if (cycle) return cycle
  }
  return undefined
}

/** A search for more and more rings over direct links, each counted in units of the slowest. */
function searchedRings(topology: Topology): readonly RingOrder[] {
  const { ranks } = topology
  if (ranks > MOST_SEARCHED) return []
  const direct = directBandwidths(topology, ranks)
  const unit = Math.min(...direct.filter((width) => width > 0))
  if (!Number.isFinite(unit)) return []
  const capacities: Capacities = Int32Array.from(direct, (width) => Math.floor(width / unit + 1e-9))
  const most = mostRings(capacities, ranks)
  for (let count = most; count > 1; count--) {
    const pairs = count % 2 === 0 ? disjointCycles(capacities, ranks, count / 2, true) : undefined
    if (pairs) return pairs.flatMap((cycle) => [cycle, reversed(cycle)])
    const cycles = disjointCycles(capacities, ranks, count, false)
    if (cycles) return cycles
  }
  return []
}

/** No more rings than the poorest rank has links. */
function mostRings(capacities: Capacities, ranks: number): number {
  const out = (rank: number, row: number, column: number) =>
    Array.from({ length: ranks }, (_, other) => capacities[rank * row + other * column] ?? 0).reduce(
      (a, b) => a + b,
      0,
    )
  return Math.min(
    ...Array.from({ length: ranks }, (_, rank) => Math.min(out(rank, ranks, 1), out(rank, 1, ranks))),
  )
}

/** Walecki's rings of a full mesh: (N-1)/2 of an odd number of ranks, (N-2)/2 of an even one, each both ways. */
function meshRings(topology: Topology): readonly RingOrder[] {
  const { ranks, links } = topology
  if (links.count !== ranks * (ranks - 1) || topology.nodes !== ranks || ranks < 4) return []
  // One rank stands in the middle, the others in a circle; a zigzag through the circle is turned by one place a ring.
  const circle = ranks - 1
  const middle = ranks - 1
  const zigzag = Array.from({ length: circle }, (_, at) =>
    at % 2 === 0 ? at / 2 : (circle - (at + 1) / 2) % circle,
  )
  const turns = ranks % 2 === 1 ? (ranks - 1) / 2 : (ranks - 2) / 2
  return Array.from({ length: turns }, (_, turn) => [
    middle,
    ...zigzag.map((place) => (place + turn) % circle),
  ]).flatMap((order) => [order, reversed(order)])
}

/** Bytes/s from each rank straight to each other; 0 where something stands between. */
function directBandwidths({ links, route }: Topology, ranks: number): number[] {
  return Array.from({ length: ranks * ranks }, (_, at) => {
    const [from, to] = [Math.floor(at / ranks), at % ranks]
    const way = from === to ? [] : (route(from, to) ?? [])
    const [only = -1] = way
    return way.length === 1 ? (links.bandwidth[only] ?? 0) : 0
  })
}
