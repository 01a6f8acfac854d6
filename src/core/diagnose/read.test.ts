/** Reading inputs: what is wrong with one of them is a note, and the others are read. */
import { describe, expect, test } from 'vitest'
import { print } from '../base/print.ts'
import type { NoteId } from '../evidence/note.ts'
import { en } from '../messages/en/index.ts'
import { zh } from '../messages/zh/index.ts'
import { parsers } from '../parsers/index.ts'
import type { LineParser } from '../parsers/parser.ts'
import { readInputs } from './read.ts'
import { benchmarksOf, bytesInput, readBytes, readText, textInput } from './text-input.fixtures.ts'

const ROW = '  1048576  262144  float  sum  -1  100.0  10.49  18.35  0  100.0  10.49  18.35  0\n'

const noteIds = async (read: ReturnType<typeof readText>): Promise<readonly string[]> =>
  (await read).notes.map(({ id }) => id)

describe('what cannot be read', () => {
  test('empty', async () => expect(await noteIds(readText(''))).toEqual(['input-empty']))
  test('nothing known', async () =>
    expect(await noteIds(readText('hello\nworld\n'))).toEqual(['input-not-understood']))
  test('compressed', async () => {
    const { notes } = await readBytes(Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]))
    expect(notes).toMatchObject([{ id: 'input-compressed', values: { compression: 'gzip' } }])
  })
  test('an input that fails to open, or in the middle, is a note; the others are read', async () => {
    const broken = {
      name: 'gone.txt',
      once: false,
      // biome-ignore lint/correctness/useYield: fails before the first piece
      async *open(): AsyncIterable<Uint8Array> {
        throw new Error('EACCES: permission denied')
      },
    }
    const halfway = {
      name: 'half.txt',
      once: false,
      async *open() {
        yield new TextEncoder().encode(ROW.repeat(1000))
        throw new Error('EIO: i/o error')
      },
    }
    const read = await readInputs([broken, halfway, textInput(ROW, 'good.txt')], parsers)
    expect(read.notes.map(({ id }) => id)).toEqual(['input-unreadable', 'input-unreadable'])
    expect(read.inputs.map(({ name }) => name)).toEqual(['gone.txt', 'half.txt', 'good.txt'])
    expect(benchmarksOf(read)).toHaveLength(1)
  })
  test('a parser that throws becomes a note, and the others go on', async () => {
    const failing = (where: 'line' | 'end'): LineParser => ({
      kind: 'lines',
      id: `fails-in-${where}`,
      title: '',
      start: () => ({
        line: () => {
          if (where === 'line') throw new Error('broken')
        },
        end: () => {
          throw new Error('broken')
        },
      }),
    })
    const read = await readInputs([textInput(ROW)], [failing('line'), ...parsers, failing('end')])
    expect(read.notes.map(({ id, values }) => [id, 'parser' in values && values.parser])).toEqual([
      ['parser-failed', 'fails-in-line'],
      ['parser-failed', 'fails-in-end'],
    ])
    expect(benchmarksOf(read)).toHaveLength(1)
  })
  test('zeros by pipe end at once, however many there are', async () => {
    let pieces = 0
    const zeros = {
      name: '-',
      once: true,
      async *open() {
        for (; pieces < 30_000; pieces++) yield new Uint8Array(64 * 1024)
      },
    }
    const { notes } = await readInputs([zeros], parsers)
    expect(notes.map(({ id }) => id)).toEqual(['input-binary'])
    expect(pieces).toBeLessThan(3)
  })
  test('zeros behind text are passed over in bounded memory', async () => {
    const input = {
      name: '-',
      once: true,
      async *open() {
        yield new TextEncoder().encode(ROW)
        for (let at = 0; at < 500; at++) yield new Uint8Array(64 * 1024)
        yield new TextEncoder().encode(`\n${ROW}`)
      },
    }
    const read = await readInputs([input], parsers)
    expect(benchmarksOf(read)[0]?.rows).toHaveLength(2)
    expect(read.notes.map(({ id }) => id)).toEqual(['line-cut'])
  })
})

test('a table in pieces of any length reads the same', async () => {
  const text = `# nThread 1 nGpus 8 minBytes 8 maxBytes 8 step: 2(factor) warmup iters: 5 iters: 20 validation: 1 – é\n${ROW.repeat(20)}`
  const whole = benchmarksOf(await readText(text))
  const bytes = new TextEncoder().encode(text)
  for (const piece of [1, 2, 3, 7, 100, 4095, 4096, 4097])
    expect(benchmarksOf(await readInputs([bytesInput(bytes, 'input.txt', piece)], parsers))).toEqual(whole)
})

test('bytes, lines, formats and skipped lines are counted', async () => {
  const { inputs } = await readText(
    `${ROW}what is this\n  2097152 524288 float sum -1 77.0 3.00 9.00 0\n${ROW}${ROW}${ROW}`,
  )
  expect(inputs).toEqual([
    { name: 'input.txt', bytes: 4 * ROW.length + 60, lines: 6, formats: ['nccl-tests'], skipped: 1 },
  ])
})

test('every note has a sentence in both languages, with the same numbers', () => {
  const values = {
    name: 'a.txt',
    names: ['a.txt', 'b.txt'],
    reason: 'EIO',
    compression: 'gzip',
    most: 256 * 2 ** 20,
    lines: 3,
    line: 9,
    bytes: 65536,
    parser: 'p',
    rule: 'r',
    format: 'nccl-tests',
    repaired: 2,
    unreadable: 5,
    ranks: 8,
    rows: 7,
    at: 12,
    listed: 1,
    given: 3,
    sizeUnit: 'MB',
    sizeBytes: 1e6,
    rateUnit: 'GB/s',
    rate: 1e9,
    read: 'busbw',
    row: 'GPU5',
    seen: 'abc',
  }
  for (const id of Object.keys(en.notes) as NoteId[]) {
    const given = id === 'rows-of-several-runs' ? { ...values, ranks: [8, 16] } : values
    const [english, chinese] = [en, zh].map(({ notes }) =>
      (notes[id] as (values: unknown, p: typeof print) => string)(given, print),
    )
    expect(english).not.toMatch(/undefined|NaN/)
    expect(numbersIn(chinese ?? '')).toEqual(numbersIn(english ?? ''))
  }
})

const numbersIn = (text: string): readonly string[] =>
  [...text.matchAll(/\d[\d.,]*\d|\d/g)].map(([number]) => number).sort((a, b) => a.localeCompare(b))

test('an input without end is read up to what can be held, and says so', async () => {
  const { evidence, notes, inputs } = await readText(ROW.repeat(110_000))
  expect(benchmarksOf({ evidence, notes, inputs })[0]?.rows.length).toBeLessThan(105_000)
  expect(notes.map(({ id }) => id)).toContain('input-endless')
  expect(inputs[0]?.lines).toBe(110_000)
})
