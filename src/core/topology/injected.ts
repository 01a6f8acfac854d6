/** A topology with one connection slowed down or missing. */
import { failed, ok, type Result } from '../base/result.ts'
import { searchedRoute } from './route.ts'
import { type LinkIndex, linksFrom, type NodeIndex, type Topology } from './topology.ts'

/** Between two nodes, both directions; 0.5 is half the bandwidth, 0 no link at all. */
export interface LinkFault {
  readonly a: string
  readonly b: string
  readonly share: number
}

export type LinkFaultProblem =
  | { readonly kind: 'unknown-node'; readonly seen: string; readonly nodes: readonly string[] }
  | {
      readonly kind: 'no-link'
      readonly a: string
      readonly b: string
      readonly neighbours: readonly string[]
    }

/** A node by its name or, when it is a number, the rank: "3", "GPU3", "NVS0", "switch0". */
export function nodeNamed({ nodes, ranks, nodeName }: Topology, text: string): NodeIndex | undefined {
  const typed = text.trim().toLowerCase()
  if (/^\d+$/.test(typed)) return Number(typed) < ranks ? Number(typed) : undefined
  for (let node = 0; node < nodes; node++) if (nodeName(node).toLowerCase() === typed) return node
  return undefined
}

export function withLinkFaults(
  topology: Topology,
  faults: readonly LinkFault[],
): Result<{ readonly topology: Topology; readonly links: readonly LinkIndex[] }, LinkFaultProblem> {
  const bandwidth = topology.links.bandwidth.slice()
  const touched: LinkIndex[] = []
  const missing = new Set<LinkIndex>()
  for (const fault of faults) {
    const found = linksBetween(topology, fault)
    if (!found.ok) return found
    for (const link of found.value) {
      touched.push(link)
      bandwidth[link] = (bandwidth[link] ?? 0) * fault.share
      if (fault.share === 0) missing.add(link)
    }
  }
  const links = { ...topology.links, bandwidth }
  const faulty = { ...(touched.length > 0 ? unlike(topology) : topology), links }
  return ok({ topology: missing.size === 0 ? faulty : withoutLinks(faulty, missing), links: touched })
}

/** From the ends of a faulty link the graph does not look as it does from elsewhere. */
function unlike({ alike, turning, ...topology }: Topology): Topology {
  return topology
}

function linksBetween(
  topology: Topology,
  { a, b }: LinkFault,
): Result<readonly LinkIndex[], LinkFaultProblem> {
  const { links, nodeName } = topology
  const [from, to] = [nodeNamed(topology, a), nodeNamed(topology, b)]
  if (from === undefined || to === undefined)
    return failed({
      kind: 'unknown-node',
      seen: from === undefined ? a : b,
      nodes: Array.from({ length: Math.min(topology.nodes, 12) }, (_, node) => nodeName(node)),
    })
  const between: LinkIndex[] = []
  for (let link = 0; link < links.count; link++) {
    const [x, y] = [links.from[link], links.to[link]]
    if ((x === from && y === to) || (x === to && y === from)) between.push(link)
  }
  if (between.length > 0) return ok(between)
  const leaving = linksFrom(topology)[from] ?? []
  return failed({
    kind: 'no-link',
    a: nodeName(from),
    b: nodeName(to),
    neighbours: leaving.slice(0, 8).map((link) => nodeName(links.to[link] ?? -1)),
  })
}

/** The ways that a missing link cut are searched anew; all others stay. */
function withoutLinks(topology: Topology, missing: ReadonlySet<LinkIndex>): Topology {
  const { links, nodes, ranks, ringOrder, ...rest } = topology
  const kept = Array.from({ length: links.count }, (_, link) => link).filter((link) => !missing.has(link))
  const left = {
    count: kept.length,
    from: Int32Array.from(kept, (link) => links.from[link] ?? 0),
    to: Int32Array.from(kept, (link) => links.to[link] ?? 0),
    bandwidth: Float64Array.from(kept, (link) => links.bandwidth[link] ?? 0),
    latencySeconds: Float64Array.from(kept, (link) => links.latencySeconds[link] ?? 0),
  }
  const placeOf = new Map(kept.map((link, place) => [link, place]))
  const around = searchedRoute({ nodes, links: left })
  return {
    ...rest,
    nodes,
    ranks,
    links: left,
    ...(ringOrder ? { ringOrder } : {}),
    route(from, to) {
      const way = topology.route(from, to)
      return way?.every((link) => !missing.has(link))
        ? way.map((link) => placeOf.get(link) ?? -1)
        : around(from, to)
    },
  }
}
