/** The ways between nodes that a schedule uses, each looked up once and kept in columns. */
import type { BytesPerSecond, Seconds } from '../base/units.ts'
import type { LinkIndex, NodeIndex, Topology } from '../topology/topology.ts'
import type { SimulateOptions } from './options.ts'

export type PathIndex = number

export interface Paths {
  /** -1 when there is no way. */
  between(from: NodeIndex, to: NodeIndex): PathIndex
  readonly links: (readonly LinkIndex[])[]
  /** Of all links, and of a message itself. */
  readonly latencySeconds: Seconds[]
  /** What a message gets at the most, alone: the narrowest link, or a limit of its own. */
  readonly bandwidth: BytesPerSecond[]
  /** A limit of messages themselves that lies below the narrowest link; else infinite. */
  readonly ownLimit: BytesPerSecond[]
  /** Links of all of them together. */
  linksKept(): number
}

export function pathsOver(topology: Topology, options: SimulateOptions): Paths {
  const known = new Map<number, PathIndex>()
  // Most ranks send to the same other again and again.
  const lastTo = new Int32Array(topology.nodes).fill(-1)
  const lastPath = new Int32Array(topology.nodes)
  let kept = 0
  const paths: Paths = {
    between,
    ...{ links: [], latencySeconds: [], bandwidth: [], ownLimit: [] },
    linksKept: () => kept,
  }

  function between(from: NodeIndex, to: NodeIndex): PathIndex {
    if (lastTo[from] === to) return lastPath[from] ?? -1
    const key = from * topology.nodes + to
    const path = known.get(key) ?? found(from, to)
    known.set(key, path)
    lastTo[from] = to
    lastPath[from] = path
    return path
  }

  function found(from: NodeIndex, to: NodeIndex): PathIndex {
    const way = wayBetween(topology, options, from, to)
    if (!way) return -1
    paths.links.push(way.links)
    kept += way.links.length
    paths.latencySeconds.push(way.latencySeconds)
    paths.bandwidth.push(Math.min(way.narrowest, way.ownLimit))
    paths.ownLimit.push(way.ownLimit)
    return paths.links.length - 1
  }

  return paths
}

export interface Way {
  readonly links: readonly LinkIndex[]
  /** Of all links, and of a message itself. */
  readonly latencySeconds: Seconds
  readonly narrowest: BytesPerSecond
  /** A limit of messages themselves that lies below the narrowest link; else infinite. */
  readonly ownLimit: BytesPerSecond
}

export function wayBetween(
  topology: Topology,
  options: SimulateOptions,
  from: NodeIndex,
  to: NodeIndex,
): Way | undefined {
  const links = topology.route(from, to)
  if (!links) return undefined
  let latencySeconds = options.messageSeconds ?? 0
  let narrowest = Number.POSITIVE_INFINITY
  for (const link of links) {
    latencySeconds += topology.links.latencySeconds[link] ?? 0
    narrowest = Math.min(narrowest, topology.links.bandwidth[link] ?? 0)
  }
  const limit = limitOf(options, latencySeconds, narrowest)
  return { links, latencySeconds, narrowest, ownLimit: limit < narrowest ? limit : Number.POSITIVE_INFINITY }
}

/**
 * A slot is free again when the receiver has taken its bytes and word of it has come back: `count` slots are at most
 * under way in the time of one slot and two latencies. That is the window of every protocol with credits.
 */
function limitOf(
  { messageBandwidth = Number.POSITIVE_INFINITY, slots }: SimulateOptions,
  latency: Seconds,
  narrowest: BytesPerSecond,
): BytesPerSecond {
  if (!slots) return messageBandwidth
  const round = slots.bytes / Math.min(narrowest, messageBandwidth) + 2 * latency
  return Math.min(messageBandwidth, (slots.count * slots.bytes) / round)
}
