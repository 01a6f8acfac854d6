/** A generated topology as text, Markdown and JSON: who is how many links away, the longest way, the narrowest halves. */
import { print } from '../../base/print.ts'
import type { Catalogue } from '../../messages/catalogue.ts'
import { hopMatrix, type TopologyFigures } from '../../topology/figures.ts'
import type { NodeIndex, Topology } from '../../topology/topology.ts'
import { topologyText } from '../simulate/answer.ts'
import { INDENT, labelled } from '../text/lines.ts'
import { markdownTable } from '../text/markdown-table.ts'
import { type Column, table } from '../text/table.ts'
import type { TextView } from '../text/view.ts'
import { widthOf } from '../text/width.ts'

export interface TopologyAnswer {
  readonly topology: Topology
  readonly figures: TopologyFigures
  /** What of its links was not given. */
  readonly supposed: readonly ('bandwidth' | 'latency')[]
}

type Words = Pick<Catalogue, 'topo' | 'simulate' | 'report' | 'scheduleFile'>
type Fact = readonly [label: string, text: string]

/** A matrix of more ranks cannot be read. */
const MOST_SHOWN = 64
const MOST_BESIDE_SWITCHES = 20
const MOST_SWITCHES = 24
const MOST_SWITCHES_VERBOSE = 256
/** What programs read may be longer. */
const MOST_LINKS_LISTED = 5_000
const MOST_HOPS_LISTED = 256

export function topologyTextOf(answer: TopologyAnswer, words: Words, page: TextView): string {
  const { topology } = answer
  const facts = factsOf(answer, words)
  const column = Math.max(0, ...facts.map(([label]) => widthOf(label))) + 2
  const blocks = [
    labelled('', `${topologyText(topology, words)}   (${topology.id})`, 0, page),
    waysBlock(answer, words, page),
    switchesBlock(topology, words, page),
    facts.flatMap(([label, text]) => labelled(label, text, column, page)),
  ]
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`
}

/** The matrix of hops, or how many pairs are how far apart where it is too wide. */
function waysBlock(
  { topology, figures }: TopologyAnswer,
  { topo }: Words,
  page: TextView,
): readonly string[] {
  if (topology.ranks < 2) return []
  // Where there are switches, what hangs on which says more.
  const switches = topology.nodes - topology.ranks
  const matters = switches === 0 || topology.ranks + switches <= MOST_BESIDE_SWITCHES
  const fits = topology.ranks <= MOST_SHOWN
  if (fits && (matters || page.verbose)) {
    const { columns, rows } = hopTable(topology)
    const lines = table(columns, rows, { width: page.width, gap: 1 })
    if (page.verbose || lines.every((line) => widthOf(line) <= page.width))
      return [...lines, '', INDENT + topo.graph.legend]
  }
  const { columns, rows } = distanceTable(figures, topo)
  return [
    ...table(columns, rows, page),
    ...(fits ? [INDENT + topo.wide({ columns: topology.ranks }, print)] : []),
  ]
}

function hopTable(topology: Topology) {
  const { ranks, nodeName } = topology
  return {
    columns: [
      { title: '' },
      ...Array.from({ length: ranks }, (_, rank): Column => ({ title: String(rank), align: 'right' })),
    ],
    rows: hopMatrix(topology).map((row, from) => [
      nodeName(from),
      ...row.map((hops, to) => (from === to ? 'X' : String(hops))),
    ]),
  }
}

function distanceTable({ pairsByHops }: TopologyFigures, { graph, labels }: Words['topo']) {
  // A ring of a million has half a million distances: neither is of use, the ends are.
  const all = pairsByHops.map((pairs, hops) => ({ pairs, hops })).filter(({ pairs }) => pairs > 0)
  const shown = all.length > MOST_SWITCHES ? [...all.slice(0, 4), ...all.slice(-4)] : all
  return {
    columns: [
      { title: graph.labels.links, align: 'right' },
      { title: labels.pairs, align: 'right' },
    ] satisfies readonly Column[],
    rows: shown.flatMap(({ pairs, hops }, at) => [
      ...(all.length > shown.length && at === 4 ? [['...', '...']] : []),
      [print.count(hops), print.count(pairs)],
    ]),
  }
}

/** What hangs on which switch. */
function switchesBlock({ ranks, nodes, links, nodeName }: Topology, { topo }: Words, page: TextView) {
  const switches = nodes - ranks
  if (switches === 0 || switches > (page.verbose ? MOST_SWITCHES_VERBOSE : MOST_SWITCHES)) return []
  const linked = Array.from({ length: switches }, (): NodeIndex[] => [])
  for (let link = 0; link < links.count; link++)
    linked[(links.from[link] ?? 0) - ranks]?.push(links.to[link] ?? 0)
  return table(
    [{ title: topo.graph.labels.switch }, { title: topo.graph.labels.linkedTo, grow: true }],
    linked.map((neighbors, at) => [nodeName(ranks + at), namesOf(neighbors, nodeName)]),
    page,
  )
}

function factsOf({ topology, figures, supposed }: TopologyAnswer, { topo }: Words): readonly Fact[] {
  const { graph } = topo
  const { diameter, meanHops, pairs, ports, portBandwidth, halves } = figures
  const { nodeName, links, ranks } = topology
  if (ranks < 2) return []
  const [linkRate = 1] = links.bandwidth
  return [
    [
      graph.labels.diameter,
      graph.diameter(
        {
          hops: diameter.hops,
          seconds: diameter.seconds,
          from: nodeName(diameter.from),
          to: nodeName(diameter.to),
        },
        print,
      ),
    ],
    [
      graph.labels.mean,
      graph.mean({ hops: meanHops, ...(pairs === 'all' ? {} : { from: nodeName(0) }) }, print),
    ],
    [graph.labels.ports, graph.ports({ ...ports, bandwidth: portBandwidth }, print)],
    [
      graph.labels.halves,
      halves
        ? graph.halves(
            {
              bandwidth: halves.bandwidth,
              links: Math.round(halves.bandwidth / linkRate),
              inside: namesOf(halves.inside, nodeName),
            },
            print,
          )
        : graph.noHalves,
    ],
    ...(supposed.length > 0 ? [[graph.labels.supposed, graph.supposed({ what: supposed })] as const] : []),
    [graph.labels.next, nextCommand(topology, supposed)],
  ]
}

function nextCommand({ id, links }: Topology, supposed: TopologyAnswer['supposed']): string {
  const given = (option: 'bandwidth' | 'latency', text: string) =>
    supposed.includes(option) ? '' : ` --${option} ${text.replaceAll(' ', '')}`
  return `ringscope simulate all_reduce --on ${id}${given('bandwidth', print.rate(links.bandwidth[0] ?? 0))}${given('latency', print.duration(links.latencySeconds[0] ?? 0))}`
}

const MOST_RUNS = 6

/** "rank0-rank3 rank8": runs of numbers together. */
function namesOf(nodes: readonly NodeIndex[], nodeName: Topology['nodeName']): string {
  const sorted = nodes.toSorted((a, b) => a - b)
  const wordOf = (node: NodeIndex) => nodeName(node).replace(/\d+$/, '')
  const runs: [first: NodeIndex, last: NodeIndex][] = []
  for (const node of sorted) {
    const run = runs.at(-1)
    if (run && run[1] === node - 1 && wordOf(run[0]) === wordOf(node)) run[1] = node
    else runs.push([node, node])
  }
  const texts = runs.map(([first, last]) =>
    first === last ? nodeName(first) : `${nodeName(first)}${last === first + 1 ? ' ' : '-'}${nodeName(last)}`,
  )
  return texts.length > MOST_RUNS ? `${texts.slice(0, MOST_RUNS).join(' ')} ...` : texts.join(' ')
}

export function topologyMarkdownOf(answer: TopologyAnswer, words: Words): string {
  const { topology, figures } = answer
  const { columns, rows } =
    topology.ranks <= MOST_SHOWN ? hopTable(topology) : distanceTable(figures, words.topo)
  return [
    `# ${topologyText(topology, words)}`,
    ...(topology.ranks > 1 ? [markdownTable(columns, rows).join('\n')] : []),
    factsOf(answer, words)
      .map(([label, text]) => `- **${label}**: ${text}`)
      .join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n')
}

export function topologyJsonOf({ topology, figures, supposed }: TopologyAnswer, words: Words): string {
  const { id, ranks, nodes, links, nodeName } = topology
  const { diameter, meanHops, pairs, ports, portBandwidth, halves } = figures
  const listed = links.count <= MOST_LINKS_LISTED
  const json = {
    id,
    title: topologyText(topology, words),
    ranks,
    switches: nodes - ranks,
    linkCount: links.count,
    // Left out where there are very many: the counts above stay.
    ...(listed
      ? {
          links: Array.from({ length: links.count }, (_, link) => ({
            from: nodeName(links.from[link] ?? 0),
            to: nodeName(links.to[link] ?? 0),
            bandwidth: links.bandwidth[link],
            latencySeconds: links.latencySeconds[link],
          })),
        }
      : {}),
    ...(ranks <= MOST_HOPS_LISTED ? { hops: hopMatrix(topology) } : {}),
    diameter: { ...diameter, from: nodeName(diameter.from), to: nodeName(diameter.to) },
    meanHops,
    pairs,
    ports: { ...ports, bandwidth: portBandwidth },
    ...(halves && ranks <= MOST_LINKS_LISTED
      ? { halves: { bandwidth: halves.bandwidth, inside: halves.inside.map(nodeName) } }
      : halves
        ? { halves: { bandwidth: halves.bandwidth } }
        : {}),
    supposed,
  }
  return `${JSON.stringify({ schema: 'ringscope.topo/1', topologies: [json] }, undefined, 2)}\n`
}
