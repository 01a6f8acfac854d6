/** Links on the shortest ways from a node, whatever their rates. */
import type { NodeIndex, Topology } from './topology.ts'

/** Of the node that is asked for: links to each other node; -1 where there is no way. */
export function hopsFrom(topology: Topology): (from: NodeIndex) => Int32Array {
  const neighbours = neighboursOf(topology)
  return (from) => hopsBetween(from, topology.nodes, neighbours)
}

/** The nodes that each node has a link to, one after another: those of a node from its start to the next one's. */
export interface Neighbours {
  readonly start: Int32Array
  readonly node: Int32Array
}

export function neighboursOf({ nodes, links }: Topology): Neighbours {
  const start = new Int32Array(nodes + 1)
  for (let link = 0; link < links.count; link++) {
    const after = (links.from[link] ?? 0) + 1
    start[after] = (start[after] ?? 0) + 1
  }
  for (let node = 0; node < nodes; node++) start[node + 1] = (start[node + 1] ?? 0) + (start[node] ?? 0)
  const next = start.slice()
  const node = new Int32Array(links.count)
  for (let link = 0; link < links.count; link++) {
    const from = links.from[link] ?? 0
    const at = next[from] ?? 0
    node[at] = links.to[link] ?? 0
    next[from] = at + 1
  }
  return { start, node }
}

/** Breadth first; -1 where there is no way. */
export function hopsBetween(from: NodeIndex, nodes: number, { start, node }: Neighbours): Int32Array {
  const hops = new Int32Array(nodes).fill(-1)
  const queue = new Int32Array(nodes)
  hops[from] = 0
  queue[0] = from
  for (let head = 0, tail = 1; head < tail; head++) {
    const here = queue[head] ?? 0
    for (let at = start[here] ?? 0; at < (start[here + 1] ?? 0); at++) {
      const to = node[at] ?? 0
      if (hops[to] !== -1) continue
      hops[to] = (hops[here] ?? 0) + 1
      queue[tail++] = to
    }
  }
  return hops
}
