/** NCCL's graph file: `<graphs>` with what its search found for rings, trees, NVLS (NCCL src/graph/search.cc). */
import { GBps } from '../../base/units.ts'
import type { GraphXml, XmlGraph } from '../../evidence/topology-xml.ts'
import { bytesOf, MOST_BYTES } from '../../text/all-bytes.ts'
import { encodingOf, headText } from '../../text/first-bytes.ts'
import { placeOf } from '../../text/quote.ts'
import { parseXml, type XmlElement } from '../../text/xml.ts'
import type { FileParser } from '../parser.ts'

export const graphXml: FileParser = {
  kind: 'file',
  id: 'graph-xml',
  title: 'NCCL graph (XML)',
  sniff: (head) => {
    const text = headText(head)
    return /^\s*</.test(text) && /<graphs[\s>]/.test(text)
  },
  async parse(input) {
    const bytes = await bytesOf(input.open())
    if (!bytes)
      return {
        evidence: [],
        notes: [{ id: 'input-too-large', values: { name: input.name, most: MOST_BYTES } }],
      }
    const text = new TextDecoder(encodingOf(bytes)).decode(bytes)
    const lines = text.split(/\r?\n/)
    const at = (line: number) => placeOf(input.name, line, (lines[line - 1] ?? '').trim())
    const { root, brokenAt } = parseXml(text)
    const notes =
      brokenAt === undefined
        ? []
        : [{ id: 'xml-broken' as const, values: { line: brokenAt }, place: at(brokenAt) }]
    if (root?.name !== 'graphs') return { evidence: [], notes }
    const graphs = root.children
      .filter(({ name }) => name === 'graph')
      .map((graph): XmlGraph => ({ ...graphOf(graph), place: at(graph.line) }))
    const evidence: readonly GraphXml[] =
      graphs.length > 0 ? [{ kind: 'graph-xml', graphs, place: at(root.line) }] : []
    return { evidence, notes }
  },
}

const numberOf = (text: string | undefined): number => {
  const number = Number(text)
  return Number.isFinite(number) ? number : 0
}

function graphOf({ attributes, children }: XmlElement): Omit<XmlGraph, 'place'> {
  const orders = children
    .filter(({ name }) => name === 'channel')
    .map((channel) =>
      channel.children.flatMap(({ name, attributes: its }) => (name === 'gpu' ? [numberOf(its.dev)] : [])),
    )
  return {
    id: numberOf(attributes.id),
    pattern: numberOf(attributes.pattern),
    channels: numberOf(attributes.nchannels),
    insideRate: numberOf(attributes.speedintra) * GBps,
    betweenRate: numberOf(attributes.speedinter) * GBps,
    inside: (attributes.typeintra ?? '').slice(0, 8),
    between: (attributes.typeinter ?? '').slice(0, 8),
    orders,
    overNetwork: children.some((channel) => channel.children.some(({ name }) => name === 'net')),
  }
}
