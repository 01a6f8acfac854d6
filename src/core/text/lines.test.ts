/** Lines from bytes, in whatever pieces and encodings they come. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LONGEST_LINE, readLines } from './lines.ts'

async function linesOf(bytes: Uint8Array, piece = 64 * 1024) {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
  }
  const lines: string[] = []
  const read = await readLines(pieces(), (text, number) => {
    // Only the first line of a gap is told.
    while (lines.at(-1) === '' && lines.length < number - 1) lines.push('')
    lines.push(text)
    expect(number).toBe(lines.length)
  })
  return { lines, read }
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

test('line ends, escapes, zeros, no end at the end', async () => {
  const { lines } = await linesOf(encode('a\r\nb\n\n\u001b[1;31mred\u001b[0m\nx\0y\r\r\nlast'))
  expect(lines).toEqual(['a', 'b', '', 'red', 'xy', 'last'])
})

test('of empty lines in a row one is told, all are counted', async () => {
  const told: [string, number][] = []
  const read = await readLines(
    (async function* () {
      for (const piece of ['a\n\n\n', '\n\nb', '\n\nc\n']) yield encode(piece)
    })(),
    (text, number) => told.push([text, number]),
  )
  expect(told).toEqual([
    ['a', 1],
    ['', 2],
    ['b', 6],
    ['', 7],
    ['c', 8],
  ])
  expect(read.lines).toBe(8)
})

test('carriage returns end the lines of a text that has no line feed; else they stand for nothing', async () => {
  expect((await linesOf(encode('a\rb\r\rc\r'))).lines).toEqual(['a', 'b', '', 'c'])
  expect((await linesOf(encode('50 %\r100 %\r\nb'))).lines).toEqual(['50 % 100 %', 'b'])
})

test('nothing that a terminal would obey is left', async () => {
  const { lines } = await linesOf(
    encode('a long line of ordinary words before what comes then: a\u009b31mb\u0007\u202ec\u001b]0;x'),
  )
  expect(lines).toEqual(['a long line of ordinary words before what comes then: a 31mb  c ]0;x'])
})

test('any text in pieces of any length gives the lines of the whole', async () => {
  const text = fc
    .array(
      fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('é', '\n', '\r\n', '漢', '\u001b[4m', '😀')),
      { maxLength: 40 },
    )
    .map((parts) => `x${parts.join('')}`)
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (given, piece) => {
      expect((await linesOf(encode(given), piece)).lines).toEqual((await linesOf(encode(given))).lines)
    }),
  )
})

test('of a long line 64 KiB are kept, the rest is counted, and the next line is whole', async () => {
  const bytes = encode(`short\n${'x'.repeat(3 * LONGEST_LINE)}\nnext`)
  for (const piece of [1000, 64 * 1024, bytes.length]) {
    const { lines, read } = await linesOf(bytes, piece)
    expect(lines.map(({ length }) => length)).toEqual([5, LONGEST_LINE, 4])
    expect(read).toMatchObject({ lines: 3, cutLines: 1, cutCharacters: 2 * LONGEST_LINE, binary: false })
  }
})

test('UTF-16 is recognised by its mark, also across pieces', async () => {
  const little = Uint8Array.from([0xff, 0xfe, 0x61, 0, 0x0a, 0, 0x22, 0x6f])
  const big = Uint8Array.from([0xfe, 0xff, 0, 0x61, 0, 0x0a, 0x6f, 0x22])
  for (const piece of [3, 8]) {
    expect((await linesOf(little, piece)).lines).toEqual(['a', '漢'])
    expect((await linesOf(big, piece)).lines).toEqual(['a', '漢'])
  }
})
