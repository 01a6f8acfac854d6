/**
 * A topology as the simulator and the bounds see it: nodes, directed links, and the way from each node to each.
 * Ranks come first (node r is rank r), then what stands between them. Links lie in columns, since 65,536 ranks have
 * hundreds of thousands of them.
 */
import type { BytesPerSecond, Seconds } from '../base/units.ts'

export type NodeIndex = number
export type LinkIndex = number

export interface LinkTable {
  readonly count: number
  readonly from: Int32Array
  readonly to: Int32Array
  /** Usable bytes/s. */
  readonly bandwidth: Float64Array
  readonly latencySeconds: Float64Array
}

export interface Topology {
  /** What `--on` takes: "torus:4x4", "dgx-1v". */
  readonly id: string
  readonly title: string
  readonly ranks: number
  readonly nodes: number
  readonly links: LinkTable
  /** "GPU3", "NVS0", "rank 5", "switch 1". */
  nodeName(node: NodeIndex): string
  /** The links from one node to another, in order; empty to itself; undefined when there is no way. */
  route(from: NodeIndex, to: NodeIndex): readonly LinkIndex[] | undefined
  /** Outermost first: sides of a torus; nodes and GPUs a node; switches and GPUs of a PCIe tree. */
  readonly shape?: readonly number[]
  /** Nodes that can add what passes (NVSwitch with multicast), for in-network reduction. */
  readonly reducers: readonly NodeIndex[]
  /** That they can is supposed where somebody asks for it: a plain switch adds nothing. */
  readonly reducersSupposed?: true
  /** The order in which a ring visits the ranks without using a link twice, where the builder knows one. */
  readonly ringOrder?: readonly number[]
  /** The graph is a group's: from every rank it looks the same, links and their rates included. */
  readonly alike?: true
  readonly turning?: Turning
}

/**
 * Where every rank r becomes r + 1 (the last 0), graph and ways become themselves: what is true of a message of rank 0 is
 * true of that of every other rank to the one as many places on.
 */
export interface Turning {
  /** Links that become each other are of one class; each class has as many links as there are ranks. */
  readonly classes: number
  classOf(link: LinkIndex): number
}

/** What each link of a generated topology can do. */
export interface LinkRate {
  readonly bandwidth: BytesPerSecond
  readonly latencySeconds: Seconds
}

/** Both directions of each edge: link 2i leads from a to b of edge i, link 2i+1 back. */
export function duplexLinks(
  edges: readonly (readonly [a: NodeIndex, b: NodeIndex])[],
  rate: LinkRate,
): LinkTable {
  const links = emptyLinks(2 * edges.length, rate)
  edges.forEach(([a, b], edge) => {
    links.from[2 * edge] = a
    links.to[2 * edge] = b
    links.from[2 * edge + 1] = b
    links.to[2 * edge + 1] = a
  })
  return links
}

/** So many links of one rate, ends still to be set. */
export const emptyLinks = (count: number, { bandwidth, latencySeconds }: LinkRate): LinkTable => ({
  count,
  from: new Int32Array(count),
  to: new Int32Array(count),
  bandwidth: new Float64Array(count).fill(bandwidth),
  latencySeconds: new Float64Array(count).fill(latencySeconds),
})

/** "GPU0->GPU3" */
export const linkName = ({ links, nodeName }: Topology, link: LinkIndex): string =>
  `${nodeName(links.from[link] ?? -1)}->${nodeName(links.to[link] ?? -1)}`

/** The links that leave each node. */
export function linksFrom({
  nodes,
  links,
}: Pick<Topology, 'nodes' | 'links'>): readonly (readonly LinkIndex[])[] {
  const out: LinkIndex[][] = Array.from({ length: nodes }, () => [])
  for (let link = 0; link < links.count; link++) out[links.from[link] ?? -1]?.push(link)
  return out
}
