/** NCCL's graph file: `<graphs>` with what its search found for rings, trees, NVLS (NCCL src/graph/search.cc). */
import { GBps } from '../../base/units.ts'
import type { GraphXml, XmlGraph } from '../../evidence/topology-xml.ts'
import { headText } from '../../text/first-bytes.ts'
import type { XmlElement } from '../../text/xml.ts'
import type { FileParser } from '../parser.ts'
import { wholeXml } from '../whole-file.ts'

export const graphXml: FileParser = {
  kind: 'file',
  id: 'graph-xml',
  title: 'NCCL graph (XML)',
  sniff: (head) => {
    const text = headText(head)
    return /^\s*</.test(text) && /<graphs[\s>]/.test(text)
  },
  async parse(input) {
    const file = await wholeXml(input)
    if (!file.ok) return { evidence: [], notes: [file.problem] }
    const { root, notes, placeAt } = file.value
    if (root?.name !== 'graphs') return { evidence: [], notes }
    const graphs = root.children
      .filter(({ name }) => name === 'graph')
      .map((graph): XmlGraph => ({ ...graphOf(graph), place: placeAt(graph.line) }))
    const evidence: readonly GraphXml[] =
      graphs.length > 0 ? [{ kind: 'graph-xml', graphs, place: placeAt(root.line) }] : []
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
      channel.children.flatMap((child) => (child.name === 'gpu' ? [numberOf(child.attributes.dev)] : [])),
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
