/** A machine for Graphviz (graphviz.org/doc/info/lang.html): its device graph, or what a matrix says of one. */
import { print } from '../../base/print.ts'
import type { DeviceKind, Link, Machine } from '../../machine/machine.ts'
import { quoted } from '../../schedules/dot.ts'
import type { TopoView } from './view.ts'

const SHAPES: Readonly<Record<DeviceKind, string>> = {
  GPU: 'box',
  NVS: 'ellipse',
  PCI: 'diamond',
  CPU: 'octagon',
  NIC: 'component',
  NET: 'plaintext',
}

/** Of one node; what goes both ways alike is one edge. */
export function machineDot({ title, devices, links }: Machine): string {
  const known = new Set(devices.map(({ id }) => id))
  // Ports lead to what is outside.
  const outside = [...new Set(links.flatMap(({ from, to }) => [from, to]))].filter((id) => !known.has(id))
  const alike = (a: Link, b: Link) => a.kind === b.kind && a.count === b.count && a.bandwidth === b.bandwidth
  const back = (link: Link) => links.find(({ from, to }) => from === link.to && to === link.from)
  const edges = links.flatMap((link, at) => {
    const other = back(link)
    const both = other !== undefined && alike(link, other)
    if (both && links.indexOf(other) < at) return []
    const label = `${link.count > 1 ? `${link.count} x ` : ''}${link.kind} ${print.rate(link.bandwidth)}`
    return [
      `  ${quoted(link.from)} -> ${quoted(link.to)} [label=${quoted(label)}${both ? ', dir=none' : ''}]`,
    ]
  })
  return graph(title, [
    ...devices.map(({ id, kind }) => `  ${quoted(id)} [shape=${SHAPES[kind]}]`),
    ...outside.map((id) => `  ${quoted(id)} [shape=${SHAPES.NET}]`),
    ...edges,
  ])
}

/** A matrix names no switches: GPUs that are linked are joined, and each NIC to the GPUs nearest to it. */
export function matrixDot(title: string, { devices, cells, nics }: TopoView): string {
  const joined = devices.flatMap((from, row) =>
    devices.flatMap((to, column) => {
      const { text = '', links = 0 } = cells[row]?.[column] ?? {}
      return column > row && links > 0
        ? [`  ${quoted(from.name)} -> ${quoted(to.name)} [label=${quoted(text)}, dir=none]`]
        : []
    }),
  )
  return graph(title, [
    ...devices.map(({ name, kind }) => `  ${quoted(name)} [shape=${SHAPES[kind === 'gpu' ? 'GPU' : 'NIC']}]`),
    ...joined,
    ...nics.flatMap(({ nic, gpus, path }) =>
      gpus.map((gpu) => `  ${quoted(gpu)} -> ${quoted(nic)} [label=${quoted(path)}, dir=none, style=dashed]`),
    ),
  ])
}

const graph = (title: string, lines: readonly string[]): string =>
  [
    `digraph ${quoted(title)} {`,
    '  node [fontname="sans-serif"]',
    '  edge [fontname="sans-serif", fontsize=10]',
    ...lines,
    '}\n',
  ].join('\n')
