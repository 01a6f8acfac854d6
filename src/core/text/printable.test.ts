/** What a terminal would obey is not told to it. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPrintable, isPrintableAscii, printable } from './printable.ts'

test.each([
  ['an escape', '\x1b[2J'],
  ['a C1 control sequence', '\x9b31m'],
  ['a bell', '\x07'],
  ['a carriage return inside', 'evil\rgood'],
  ['a turned direction', 'a\u202eb'],
  ['a line separator', 'a\u2028b'],
])('%s is not shown', (_, text) => {
  expect(isPrintable(printable(text))).toBe(true)
  expect(printable(text)).toHaveLength(text.length)
  expect(printable(text)).toContain('?')
})

test('text stays as it is, in any script, with tabs and lines', () => {
  const text = 'gpu-07\t节点 — “µs” é\u0301 😀\n'
  expect(printable(text)).toBe(text)
})

test('bytes of ASCII are judged as their text is, wherever they lie in memory', () => {
  const byte = fc.oneof(
    { weight: 30, arbitrary: fc.integer({ min: 32, max: 126 }) },
    fc.constantFrom(9, 10),
    fc.integer({ min: 0, max: 255 }),
  )
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 40 }), fc.nat({ max: 3 }), (given, offset) => {
      const bytes = Uint8Array.from([...Array(offset).fill(0), ...given]).subarray(offset)
      const text = String.fromCharCode(...given)
      expect(isPrintableAscii(bytes)).toBe(given.every((code) => code < 128) && isPrintable(text))
    }),
  )
})
