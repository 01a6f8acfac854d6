/**
 * Ways found by search, for graphs that no generator knows: of the shortest the widest, of equally wide ones the first by
 * number. Each start is searched once. Generators bring their own ways: a search through a switch of 65,536 ports does
 * not end.
 */
import { type LinkIndex, linksFrom, type NodeIndex, type Topology } from './topology.ts'

/** Ways may pass through ranks as well as switches unless `through` forbids it. */
export function searchedRoute(
  topology: Pick<Topology, 'nodes' | 'links'>,
  through: (node: NodeIndex, start: NodeIndex) => boolean = () => true,
): (from: NodeIndex, to: NodeIndex) => readonly LinkIndex[] | undefined {
  const leaving = linksFrom(topology)
  const found = new Map<NodeIndex, Int32Array>()
  const ways = new Map<number, readonly LinkIndex[] | undefined>()

  function wayTo(last: Int32Array, from: NodeIndex, to: NodeIndex): readonly LinkIndex[] | undefined {
    const way: LinkIndex[] = []
    for (let at = to; at !== from; ) {
      const link = last[at] ?? -1
      if (link < 0) return undefined
      way.push(link)
      at = topology.links.from[link] ?? -1
    }
    return way.reverse()
  }

  return (from, to) => {
    const key = from * topology.nodes + to
    if (ways.has(key)) return ways.get(key)
    const last = found.get(from) ?? searchFrom(topology, leaving, from, through)
    found.set(from, last)
    const way = wayTo(last, from, to)
    ways.set(key, way)
    return way
  }
}

/** The link by which each node is reached; -1 where none is. */
function searchFrom(
  { nodes, links }: Pick<Topology, 'nodes' | 'links'>,
  leaving: readonly (readonly LinkIndex[])[],
  start: NodeIndex,
  through: (node: NodeIndex, start: NodeIndex) => boolean,
): Int32Array {
  const last = new Int32Array(nodes).fill(-1)
  const hops = new Int32Array(nodes).fill(-1)
  const width = new Float64Array(nodes)
  hops[start] = 0
  width[start] = Number.POSITIVE_INFINITY
  let layer = [start]
  for (let hop = 1; layer.length > 0; hop++) {
    const next: NodeIndex[] = []
    for (const at of layer) {
      if (at !== start && !through(at, start)) continue
      for (const link of leaving[at] ?? []) {
        const to = links.to[link] ?? -1
        const wide = Math.min(width[at] ?? 0, links.bandwidth[link] ?? 0)
        if (hops[to] === -1) next.push(to)
        else if (hops[to] !== hop || wide <= (width[to] ?? 0)) continue
        hops[to] = hop
        width[to] = wide
        last[to] = link
      }
    }
    layer = next
  }
  return last
}
