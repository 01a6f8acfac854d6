/** NCCL's graph and topology files, with the faults that they show and without. */
import { describe, expect, test } from 'vitest'
import { facts } from '../analysis/hand-made.fixtures.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { FileParser } from '../parsers/parser.ts'
import { graphXml } from '../parsers/topology/graph-xml.ts'
import { topologyXml } from '../parsers/topology/topology-xml.ts'
import { rules } from './index.ts'
import { type RuleFinding, runRules } from './run.ts'

const each = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at))

interface Search {
  readonly channels?: number
  readonly speed?: number
  readonly inside?: string
  readonly net?: boolean
}

/** One node of eight GPUs, as NCCL_GRAPH_DUMP_FILE writes it. */
const graphFile = ({ channels = 12, speed = 20, inside = 'NVL', net = false }: Search = {}): string =>
  [
    '<graphs version="1">',
    `  <graph id="0" pattern="4" crossnic="0" nchannels="${channels}" speedintra="${speed}" speedinter="${speed}" latencyinter="0" typeintra="${inside}" typeinter="PIX" samechannels="1">`,
    ...each(channels, () => [
      '    <channel>',
      ...(net ? ['      <net dev="0"/>'] : []),
      ...each(8, (gpu) => `      <gpu dev="0x${gpu}"/>`),
      '    </channel>',
    ]).flat(),
    '  </graph>',
    // NVLS was not found, as on every A100.
    '  <graph id="3" pattern="5" crossnic="0" nchannels="0" speedintra="0" speedinter="0" latencyinter="0" typeintra="LOC" typeinter="LOC" samechannels="0"/>',
    '</graphs>',
  ].join('\n')

/** Eight A100 behind an NVSwitch; `links` of each. */
const topologyFile = (links: readonly number[] = each(8, () => 12)): string =>
  [
    '<system version="1">',
    '  <cpu numaid="0" affinity="ffff" arch="x86_64" vendor="AuthenticAMD" familyid="143" modelid="49">',
    ...links.flatMap((count, gpu) => [
      `    <pci busid="0000:${(16 + gpu).toString(16)}:00.0" class="0x030200" vendor="0x10de" device="0x20b0" link_speed="16.0 GT/s PCIe" link_width="16">`,
      `      <gpu dev="${gpu}" sm="80" rank="${gpu}" gdr="1">`,
      ...(count === 0
        ? []
        : [`        <nvlink target="fffffff:ffff:ff" count="${count}" tclass="0x068000"/>`]),
      '      </gpu>',
      '    </pci>',
    ]),
    '  </cpu>',
    '</system>',
  ].join('\n')

async function read(parser: FileParser, text: string, name: string): Promise<readonly Evidence[]> {
  const input = {
    name,
    once: false,
    async *open() {
      yield new TextEncoder().encode(text)
    },
  }
  return (await parser.parse(input)).evidence
}

async function loudIn(search: Search, links?: readonly number[]) {
  const given = facts([
    ...(await read(topologyXml, topologyFile(links), 'gpu-07/nccl-topo.xml')),
    ...(await read(graphXml, graphFile(search), 'gpu-07/nccl-graph.xml')),
  ])
  const flat = (found: readonly RuleFinding[]): readonly RuleFinding[] =>
    found.flatMap((it) => [it, ...flat(it.consequences)])
  const { found, notes } = runRules(given, rules)
  expect(notes).toEqual([])
  return flat(found).filter(({ found: { severity } }) => severity === 'error' || severity === 'warning')
}

describe('graph and topology files', () => {
  test('a healthy node: nothing is loud', async () => {
    expect(await loudIn({})).toEqual([])
    expect(await loudIn({ channels: 8, speed: 24, net: true })).toEqual([])
  })

  test('a search that failed is named with its line', async () => {
    const [first] = await loudIn({ channels: 1, speed: 0.1, inside: 'SYS' })
    expect(first?.rule).toBe('graph-search-failed')
    expect(first?.found.severity).toBe('error')
    expect(first?.found.evidence[0]).toMatchObject({ input: 'gpu-07/nccl-graph.xml', line: 2 })
  })

  test('two channels behind an NVSwitch are few; with NICs at their ends they may be right', async () => {
    expect((await loudIn({ channels: 2 })).map(({ rule }) => rule)).toEqual(['few-channels'])
    expect(await loudIn({ channels: 2, net: true })).toEqual([])
  })

  test('rings over PCIe beside an NVSwitch: NVLink is not used', async () => {
    const [first, ...more] = await loudIn({ channels: 4, speed: 12, inside: 'SYS' })
    expect(first?.rule).toBe('nvlink-unused')
    expect(first?.found).toMatchObject({ subject: 'gpu-07', values: { ring: 'SYS' } })
    expect(more).toEqual([])
  })

  test('one GPU with fewer NVLinks, or with none, is named, and by the file that shows it', async () => {
    for (const links of [4, 0]) {
      const [first] = await loudIn({}, [12, 12, 12, links, 12, 12, 12, 12])
      expect(first?.rule).toBe('gpu-asymmetry')
      expect(first?.found.values).toMatchObject({ gpus: ['GPU3'], links, of: 12, source: 'topology-xml' })
      expect(first?.found.evidence[0]?.text).toContain('dev="3"')
    }
  })
})
