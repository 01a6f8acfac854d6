/** Searching many fragments at once finds what one search a fragment finds. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fragmentSearch } from './fragments.ts'

const found = (fragments: readonly string[], text: string): readonly number[] => {
  const hits = new Set<number>()
  fragmentSearch(fragments)(text, (fragment) => hits.add(fragment))
  return [...hits].sort((a, b) => a - b)
}

test('a fragment inside another, one that begins where another fails, one at the end', () => {
  expect(found(['her', 'she', 'his', 'hers'], 'ushers')).toEqual([0, 1, 3])
  expect(found(['aaab', 'aab'], 'aaaab')).toEqual([0, 1])
  expect(found(['WARN'], 'NCCL WAR')).toEqual([])
})

test('fragments of less than a block', () => expect(() => fragmentSearch(['ab'])).toThrow('less than 3'))

test('characters that no fragment has, of any plane', () => {
  expect(found(['out of memory'], '显存不足 😀 out of memory')).toEqual([0])
})

test('the same as one search for each fragment', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 3, maxLength: 7 })
  const words = fc.uniqueArray(word, { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(
      words,
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é'), maxLength: 60 }),
      (fragments, text) => {
        expect(found(fragments, text)).toEqual(
          fragments.flatMap((fragment, at) => (text.includes(fragment) ? [at] : [])),
        )
      },
    ),
  )
})
