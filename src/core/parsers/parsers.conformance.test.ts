/** What every parser owes: it never throws, never hangs, reads CRLF and UTF-16 alike, and takes only what is its own. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sampled, upTo } from '../../../test/sampled.ts'
import { readBytes, readText, utf16 } from '../diagnose/text-input.fixtures.ts'
import { hostLines } from './host/host-lines.ts'
import { parsers } from './index.ts'

const folder = new URL('../../../samples/', import.meta.url)
const samples = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:txt|log|json|csv|tsv|xml)$/.test(name))
  // Programs are no evidence: schedules/formats reads them.
  .filter((name) => !name.startsWith('msccl-'))
  .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }))

const formats = readFileSync(new URL('../../../docs/formats.md', import.meta.url), 'utf8')

test('every parser is listed in docs/formats.md, and nothing else', () => {
  const listed = [...formats.matchAll(/^\| `([^`]+)` \|/gm)].map(([, id]) => id)
  expect(new Set(listed), 'docs/formats.md has one row for each parser').toEqual(
    new Set(parsers.map(({ id }) => id)),
  )
  expect(listed).toHaveLength(parsers.length)
})

test('a parser stands in the file of its name, in the folder of its family', () => {
  const files = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' })
  for (const { id } of parsers)
    expect(files.filter((file) => new RegExp(`^[a-z-]+[\\\\/]${id}\\.ts$`).test(file))).toHaveLength(1)
})

test('what is read is plain data, which a thread can hand over', async () => {
  for (const { name, text } of samples) {
    const read = await readText(text, name)
    expect(structuredClone(read)).toEqual(read)
  }
})

describe.each(parsers)('$id', (parser) => {
  test('has a sample that it reads, and no fault of its own in any sample', async () => {
    const read = await Promise.all(samples.map(({ name, text }) => readText(text, name)))
    expect(read.flatMap(({ inputs }) => inputs.flatMap(({ formats }) => formats))).toContain(parser.id)
    expect(read.flatMap(({ notes }) => notes.filter(({ id }) => id === 'parser-failed'))).toEqual([])
  })

  test('survives anything on its own', async () => {
    const hostile = [
      '',
      '\n',
      '\0\0\0',
      '#',
      '{',
      '{"version":1,"start_time":',
      '\t',
      'GPU0\tGPU1\n',
      ...HOSTILE,
    ]
    for (const text of hostile) {
      if (parser.kind === 'file')
        await parser.parse({
          name: 'x',
          once: true,
          async *open() {
            yield new TextEncoder().encode(text)
          },
        })
      else {
        const reader = parser.kind === 'host' ? hostLines('x', [parser]) : parser.start('x')
        for (const [at, line] of text.split('\n').entries()) reader.line(line, at + 1)
        expect(reader.end(parser.id).evidence.length).toBeLessThan(5)
      }
    }
  })
})

const HOSTILE = [
  '1 2 float sum -1 nan inf -5 0',
  '8 2 float sum -1 -3 -1 -1 0 0 0 0 0',
  '99999999999999999999 5 float sum -1 1 1 1 0',
  '0 0 float sum -1 0 0 0 0',
  'size time algbw busbw\n1 1 float 1 1 1 1',
  '#       size count type redop root time algbw busbw #wrong\n<script>alert(1)</script>',
  `${'1 '.repeat(5000)}`,
  `GPU0\t${'NODE'.repeat(5000)}`,
  `size,busbw\n${'1,'.repeat(900)}`,
  '1 GB: 1e999 GB/s\n2 GB: -5 GB/s',
  `# nThread ${'9'.repeat(400)} nGpus 1`,
  `Rank 0 Pid 1 on ${'h'.repeat(1000)} device 0 [0x0f] ${'x'.repeat(1000)}`,
]

describe.each(samples)('samples/$name', ({ name, text }) => {
  test('is read whole, with nothing skipped', async () => {
    const { evidence, inputs } = await readText(text, name)
    expect(evidence.length).toBeGreaterThan(0)
    expect(inputs[0]?.formats.length).toBeGreaterThan(0)
    expect(inputs[0]?.skipped).toBe(0)
  })

  test('is short enough to be read by people', () => {
    expect(text.split('\n').length).toBeLessThan(62)
  })

  test('reads the same under another name, but for what the name alone tells', async () => {
    const [known, unknown] = [await readText(text, name), await readText(text, 'unknown')]
    expect(unknown.inputs[0]?.formats).toEqual(known.inputs[0]?.formats)
    expect(unknown.evidence).toHaveLength(known.evidence.length)
  })

  test('reads the same with CRLF, in UTF-16 of either order, and with a byte order mark', async () => {
    const { evidence } = await readText(text, name)
    const others = [
      await readText(text.replaceAll('\n', '\r\n'), name),
      await readBytes(utf16(text, true), name),
      await readBytes(utf16(text, false), name),
      await readText(`\ufeff${text}`, name),
    ]
    for (const other of others) expect(other.evidence).toEqual(evidence)
  })

  test('may be cut anywhere: no fault, and no row that the whole does not have', async () => {
    const whole = rowsOf(await readText(text, name))
    const step = Math.max(1, Math.floor(text.length / 300))
    const lengths = upTo(Math.ceil((text.length - 1) / step)).map((number) => 1 + (number - 1) * step)
    for (const length of sampled(lengths, { share: 0.2 }, `cuts of ${name}`)) {
      const cut = await readText(text.slice(0, length), name)
      expect(cut.notes.filter(({ id }) => id === 'parser-failed')).toEqual([])
      expect(rowsOf(cut)).toBeLessThanOrEqual(whole)
    }
  })

  test('is taken by at most one file parser', () => {
    const head = new TextEncoder().encode(text).subarray(0, 4096)
    expect(
      parsers.filter((parser) => parser.kind === 'file' && parser.sniff(head, name)).length,
    ).toBeLessThanOrEqual(1)
  })
})

const rowsOf = ({ evidence }: Awaited<ReturnType<typeof readText>>): number =>
  evidence.reduce((sum, evidence) => sum + (evidence.kind === 'benchmark' ? evidence.rows.length : 0), 0)

test('one line of 10 MB is read in bounded time, whatever it is made of', async () => {
  for (const piece of [
    '1 ',
    'GPU0\t',
    '{"',
    'NODE',
    ',size',
    '[0]',
    ' 8 MB: 1 GB/s',
    '0: ',
    'token=x ',
    '\u001b[4m',
  ]) {
    const start = performance.now()
    const { notes } = await readText(piece.repeat(10e6 / piece.length))
    expect(notes.filter(({ id }) => id === 'parser-failed')).toEqual([])
    expect(performance.now() - start).toBeLessThan(4000)
  }
})

test('binary data gives a note and nothing else', async () => {
  const bytes = Uint8Array.from({ length: 50_000 }, (_, at) => (at * 2654435761) >>> 24)
  const { evidence, notes } = await readBytes(bytes, 'core.1234')
  expect(evidence).toEqual([])
  expect(notes.map(({ id }) => id)).toEqual(['input-binary'])
})
