/** Maximum flow and the minimum cut that proves it (Dinic, 1970), over links with capacities. */
import type { LinkTable, NodeIndex } from './topology.ts'

export interface FlowGraph {
  readonly nodes: number
  readonly from: readonly number[]
  readonly to: readonly number[]
  readonly capacity: readonly number[]
}

export interface Flow {
  readonly value: number
  /** Nodes on the source's side of a minimum cut: 1 for each. */
  readonly sourceSide: Uint8Array
}

/** What is less than this share of the largest capacity is rounding. */
const NOTHING = 1e-12

export function flowGraph(links: LinkTable, nodes: number): FlowGraph {
  return { nodes, from: [...links.from], to: [...links.to], capacity: [...links.bandwidth] }
}

export function maxFlow({ nodes, from, to, capacity }: FlowGraph, source: NodeIndex, sink: NodeIndex): Flow {
  // Arc 2i is link i, arc 2i+1 takes flow back.
  const heads = new Int32Array(nodes).fill(-1)
  const next = new Int32Array(2 * from.length)
  const end = new Int32Array(2 * from.length)
  const left = new Float64Array(2 * from.length)
  for (let link = 0; link < from.length; link++)
    for (const [arc, a, b, room] of [
      [2 * link, from[link] ?? 0, to[link] ?? 0, capacity[link] ?? 0],
      [2 * link + 1, to[link] ?? 0, from[link] ?? 0, 0],
    ] as const) {
      end[arc] = b
      left[arc] = room
      next[arc] = heads[a] ?? -1
      heads[a] = arc
    }
  const finite = capacity.filter(Number.isFinite)
  const least = NOTHING * Math.max(0, ...finite)
  const level = new Int32Array(nodes)
  const turn = new Int32Array(nodes)
  let value = 0
  while (reach()) {
    turn.set(heads)
    for (
      let pushed = push(source, Number.POSITIVE_INFINITY);
      pushed > least;
      pushed = push(source, Number.POSITIVE_INFINITY)
    )
      value += pushed
  }
  return { value, sourceSide: Uint8Array.from(level, (distance) => (distance >= 0 ? 1 : 0)) }

  /** Levels from the source, over arcs with room left. */
  function reach(): boolean {
    level.fill(-1)
    level[source] = 0
    let layer = [source]
    while (layer.length > 0) {
      const beyond: number[] = []
      for (const at of layer)
        for (let arc = heads[at] ?? -1; arc >= 0; arc = next[arc] ?? -1) {
          const to = end[arc] ?? 0
          if ((left[arc] ?? 0) <= least || level[to] !== -1) continue
          level[to] = (level[at] ?? 0) + 1
          beyond.push(to)
        }
      layer = beyond
    }
    return level[sink] !== -1
  }

  function push(at: NodeIndex, most: number): number {
    if (at === sink) return most
    for (let arc = turn[at] ?? -1; arc >= 0; arc = next[arc] ?? -1) {
      turn[at] = arc
      const to = end[arc] ?? 0
      const room = left[arc] ?? 0
      if (room <= least || level[to] !== (level[at] ?? 0) + 1) continue
      const pushed = push(to, Math.min(most, room))
      if (pushed > least) {
        left[arc] = room - pushed
        left[arc ^ 1] = (left[arc ^ 1] ?? 0) + pushed
        return pushed
      }
    }
    turn[at] = -1
    return 0
  }
}
