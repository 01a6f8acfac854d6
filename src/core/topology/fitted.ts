/**
 * A topology from what messages between ranks took: a link for each ordered pair, what a rank itself moves at the most (both
 * ways together), and what all ranks together do. A message takes all of these at once, so whatever is scarcest holds it.
 */
import type { BytesPerSecond, Seconds } from '../base/units.ts'
import { emptyLinks, type Topology } from './topology.ts'

export interface FittedPair {
  readonly from: number
  readonly to: number
  readonly latencySeconds: Seconds
  readonly bytesPerSecond: BytesPerSecond
}

export interface Fitted {
  /** One that is missing is taken for the median of the others. */
  readonly pairs: readonly FittedPair[]
  readonly rankBytesPerSecond: BytesPerSecond
  readonly allBytesPerSecond: BytesPerSecond
}

export function fittedTopology(
  ranks: number,
  { pairs, rankBytesPerSecond, allBytesPerSecond }: Fitted,
): Topology {
  const between = ranks * ranks
  const links = emptyLinks(between + ranks + 1, { bandwidth: rankBytesPerSecond, latencySeconds: 0 })
  const usual = {
    latencySeconds: middle(pairs.map((pair) => pair.latencySeconds)),
    bytesPerSecond: middle(pairs.map((pair) => pair.bytesPerSecond)),
  }
  const known = new Map(pairs.map((pair) => [pair.from * ranks + pair.to, pair]))
  for (let link = 0; link < between; link++) {
    const { latencySeconds, bytesPerSecond } = known.get(link) ?? usual
    links.from[link] = Math.floor(link / ranks)
    links.to[link] = link % ranks
    links.bandwidth[link] = bytesPerSecond
    links.latencySeconds[link] = latencySeconds
  }
  const own = (rank: number): number => between + rank
  for (let rank = 0; rank < ranks; rank++) {
    links.from[own(rank)] = rank
    links.to[own(rank)] = rank
  }
  const all = between + ranks
  links.bandwidth[all] = allBytesPerSecond
  return {
    id: `fitted:${ranks}`,
    title: `${ranks} ranks, fitted from a run`,
    ranks,
    nodes: ranks,
    links,
    nodeName: (node) => `rank${node}`,
    reducers: [],
    route: (from, to) => (from === to ? [] : [own(from), from * ranks + to, own(to), all]),
  }
}

const middle = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 1
