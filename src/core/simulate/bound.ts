/**
 * What no algorithm can beat on this very graph, and the certificate: the cut, or the groups of ranks, that decide.
 *
 * Bytes must leave sets of nodes over the links that leave them (cuts.ts); an all_reduce needs messages between groups of ranks
 * (group-bounds.ts); nothing is there before it has come the longest way.
 */
import type { Bytes, Seconds } from '../base/units.ts'
import type { CollectiveName } from '../collectives/names.ts'
import { hopsFrom } from '../topology/hops.ts'
import type { Topology } from '../topology/topology.ts'
import type { Bound } from './certificate.ts'
import { cuts, MOST_FLOW_RANKS } from './cuts.ts'
import { groupBounds } from './group-bounds.ts'

export interface BoundOptions {
  readonly root?: number
  /** Switches add and multiply what passes. */
  readonly inNetwork?: boolean
}

export function lowerBound(
  collective: CollectiveName,
  topology: Topology,
  bytes: Bytes,
  { root = 0, inNetwork = false }: BoundOptions = {},
): Bound {
  if (topology.ranks < 2) return { seconds: 0, certificate: { kind: 'nothing' } }
  const { bounds: ofCuts, all } = cuts(collective, topology, bytes, root)
  const bounds = [
    latencyBound(collective, topology, root),
    ...ofCuts,
    ...(collective === 'all_reduce' && !inNetwork ? groupBounds(topology, bytes) : []),
  ]
  const tightest = bounds.reduce((a, b) => (b.seconds > a.seconds ? b : a))
  return all ? tightest : { ...tightest, untried: 'cuts' }
}

/** The longest of the ways that something must go: from any rank to any other, or to or from the root. */
function latencyBound(collective: CollectiveName, topology: Topology, root: number): Bound {
  let seconds = 0
  let pair: readonly [number, number] = [0, 0]
  for (const [from, to] of farPairs(collective, topology, root)) {
    const latency = latencyOf(topology, from, to)
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

const latencyOf = ({ route, links }: Topology, from: number, to: number): Seconds =>
  (route(from, to) ?? []).reduce((sum, link) => sum + (links.latencySeconds[link] ?? 0), 0)

/** All that must be passed; of many ranks those of the first, and the farthest from one. */
function* farPairs(
  collective: CollectiveName,
  topology: Topology,
  root: number,
): Iterable<readonly [from: number, to: number]> {
  const { ranks } = topology
  const first = Array.from({ length: Math.min(ranks, MOST_FLOW_RANKS) }, (_, rank) => rank)
  if (collective === 'send_recv') {
    for (const from of first) yield [from, (from + 1) % ranks]
    return
  }
  const fromRoot = collective === 'broadcast' || collective === 'scatter'
  const toRoot = collective === 'reduce' || collective === 'gather'
  for (const from of fromRoot ? [root] : first) for (const to of toRoot ? [root] : first) yield [from, to]
  if (ranks === first.length) return
  const far = farthestFrom(topology, root)
  yield toRoot ? [far, root] : [root, far]
}

/** The first of the ranks that are most links away. */
function farthestFrom(topology: Topology, start: number): number {
  const hops = hopsFrom(topology)(start)
  let far = start
  for (let rank = 0; rank < topology.ranks; rank++) if ((hops[rank] ?? 0) > (hops[far] ?? 0)) far = rank
  return far
}
