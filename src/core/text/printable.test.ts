/** What a terminal would obey is not told to it. */
import { expect, test } from 'vitest'
import { isPrintable, printable } from './printable.ts'

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
