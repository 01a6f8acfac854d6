/** A topology for Graphviz (graphviz.org/doc/info/lang.html), each link as thick and as dark as it is full. */
import { print } from '../../base/print.ts'
import { quoted } from '../../schedules/dot.ts'
import type { LinkLoad } from '../../timeline/timeline.ts'
import type { Topology } from '../../topology/topology.ts'

/** Loads as of a run that took `seconds`; without them the bare graph. */
export function topologyDot(topology: Topology, loads: readonly LinkLoad[], seconds: number): string {
  const { links, nodes, ranks, nodeName, title } = topology
  const loadOf = new Map(loads.map((load) => [`${load.from} ${load.to}`, load]))
  const lines = [
    `digraph ${quoted(title)} {`,
    '  node [shape=box, fontname="sans-serif"]',
    '  edge [fontname="sans-serif", fontsize=10]',
  ]
  for (let node = 0; node < nodes; node++)
    lines.push(`  ${quoted(nodeName(node))}${node < ranks ? '' : ' [shape=ellipse]'}`)
  for (let link = 0; link < links.count; link++) {
    const [from, to] = [nodeName(links.from[link] ?? -1), nodeName(links.to[link] ?? -1)]
    const load = loadOf.get(`${from} ${to}`)
    const share = load && seconds > 0 ? Math.min(1, load.busySeconds / seconds) : 0
    const label = load
      ? `${print.bytes(load.bytes)}, ${print.percent(share)}`
      : print.rate(links.bandwidth[link] ?? 0)
    const unused = loads.length > 0 ? 'style=dashed, color=gray' : 'penwidth=1.0'
    const look = load ? `penwidth=${(1 + 4 * share).toFixed(1)}` : unused
    lines.push(`  ${quoted(from)} -> ${quoted(to)} [label=${quoted(label)}, ${look}]`)
  }
  return `${[...lines, '}'].join('\n')}\n`
}
