import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { print } from '../base/print.ts'
import { links as english } from '../messages/en/links.ts'
import { links as chinese } from '../messages/zh/links.ts'
import { gpuNamed } from './gpus.ts'
import { linkKind, links, pcieBandwidth, quoteFacts, usableBandwidth } from './links.ts'

const GB = 1e9
const docs = readFileSync(new URL('../../../docs/links.md', import.meta.url), 'utf8')

test.each([
  ['V100-SXM2', 120],
  ['A100-SXM4', 240],
  ['A800-SXM4', 160],
  ['H100-SXM5', 370.8],
  ['H800-SXM5', 164.8],
  ['B200', 721.8],
])('all NVLinks of a %s carry %d GB/s, as NCCL prints', (name, total) => {
  const wire = gpuNamed(name)?.links
  expect(wire && usableBandwidth(wire.kind, wire.count) / GB).toBeCloseTo(total, 6)
})

test.each([
  ['pcie3', 12],
  ['pcie4', 24],
  ['pcie5', 48],
  ['pcie6', 96],
] as const)('%s x16 carries %d GB/s, x8 half of it', (kind, rate) => {
  expect(pcieBandwidth(kind) / GB).toBeCloseTo(rate, 9)
  expect(pcieBandwidth(kind, 8) / GB).toBeCloseTo(rate / 2, 9)
})

test.each([
  ['cpu-intel-qpi', 6],
  ['cpu-intel-upi', 10],
  ['cpu-intel-spr', 22],
  ['cpu-intel-emr', 40],
  ['cpu-amd', 16],
  ['cpu-power', 32],
  ['cpu-arm', 6],
] as const)('%s carries %d GB/s', (kind, rate) => expect(usableBandwidth(kind)).toBe(rate * GB))

test.each([
  ['ib-edr', 12],
  ['ib-hdr100', 12],
  ['ib-hdr', 24],
  ['ib-ndr200', 24],
  ['ib-ndr', 48],
  ['ib-xdr', 96],
] as const)('a port of %s carries %d GB/s', (kind, rate) =>
  expect(usableBandwidth(kind) / GB).toBeCloseTo(rate, 9),
)

test('Ethernet carries 96 % of what is sold, sockets 4 GB/s at most', () => {
  expect(usableBandwidth('roce', 1, 50 * GB)).toBeCloseTo(48 * GB)
  expect(usableBandwidth('efa', 1, 12.5 * GB)).toBeCloseTo(12 * GB)
  expect(usableBandwidth('tcp', 1, 1.25 * GB)).toBeCloseTo(1.2 * GB)
  expect(usableBandwidth('tcp', 1, 50 * GB)).toBe(4 * GB)
})

describe.each(links)('$id', (kind) => {
  test('has a source, a latency, and a usable rate below the raw one', () => {
    expect(kind.source.length).toBeGreaterThan(10)
    expect(kind.latencySeconds).toBeGreaterThan(1e-8)
    expect(kind.latencySeconds).toBeLessThan(1e-4)
    if ('bandwidth' in kind)
      expect(kind.bandwidth).toBeLessThan(kind.rawBandwidth ?? Number.POSITIVE_INFINITY)
    else expect(kind.usableShare).toBeLessThan(1)
    expect(linkKind(kind.id)).toEqual(kind)
  })

  test('stands in the docs, with what is wrong about quoted figures', () => {
    expect(docs).toContain(`| \`${kind.id}\` | ${kind.title} |`)
    expect(docs).toContain(kind.source)
    for (const quote of kind.quotes)
      expect(docs).toContain(english.verdict[quote.verdict](quoteFacts(kind, quote), print))
  })

  test('says the same figures in both languages', () => {
    const figures = (text: string) => (text.match(/\d[\d.]*/g) ?? []).sort((a, b) => a.localeCompare(b))
    for (const quote of kind.quotes) {
      const facts = quoteFacts(kind, quote)
      expect(figures(chinese.verdict[quote.verdict](facts, print))).toEqual(
        figures(english.verdict[quote.verdict](facts, print)),
      )
    }
  })
})

test('the docs list no link that does not exist', () => {
  const listed = [...docs.matchAll(/^\| `([^`]+)` \|/gm)].map(([, id]) => id)
  expect(new Set(listed)).toEqual(new Set(links.map(({ id }) => id)))
})

test('600 GB/s, 32 GB/s and the latencies are marked', () => {
  const printed = links.flatMap((kind) =>
    kind.quotes.map((quote) => english.verdict[quote.verdict](quoteFacts(kind, quote), print)),
  )
  expect(printed).toContainEqual(
    expect.stringMatching(/^600 GB\/s .*both directions.*raw.* 300 GB\/s.* 240 GB\/s/),
  )
  expect(printed).toContainEqual(expect.stringMatching(/^32 GB\/s .*both directions.* 16 GB\/s.* 12 GB\/s/))
  expect(printed).toContainEqual(expect.stringMatching(/^1 us to 5 us \(RDMA\)/))
  expect(printed).toContainEqual(expect.stringMatching(/^10 us to 50 us \(TCP\)/))
  expect(printed).toContainEqual(expect.stringMatching(/^1.2 us \(FDR\) is too high/))
  expect(printed).toContainEqual(expect.stringMatching(/^700 ns \(EDR\)/))
  expect(printed).toContainEqual(expect.stringMatching(/^500 ns \(HDR\)/))
})
