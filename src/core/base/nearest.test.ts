import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupBy } from './group-by.ts'
import { nearest } from './nearest.ts'

const NAMES = ['dgx-a100', 'dgx-h100', 'dgx-h200', 'hgx-a800', 'gb200-nvl72', 'mi300x']

test.each([
  ['dgx-h10', 'dgx-h100'],
  ['dgxh100', 'dgx-h100'],
  ['DGX_A100', 'dgx-a100'],
  ['nvl72', 'gb200-nvl72'],
  ['mi300', 'mi300x'],
  ['a800', 'hgx-a800'],
])('%s means %s', (typed, name) => expect(nearest(typed, NAMES)[0]).toBe(name))

test('a name is nearest to itself, and there are no more than asked', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.stringMatching(/^[a-z0-9]{3,12}$/), { minLength: 1 }), (names) => {
      for (const name of names) expect(nearest(name, names)[0]).toBe(name)
      expect(nearest('anything', names, 2).length).toBeLessThanOrEqual(2)
    }),
  )
})

test('a pasted megabyte takes no time', () => {
  const start = performance.now()
  expect(nearest('x'.repeat(1_000_000), NAMES)).toHaveLength(3)
  expect(performance.now() - start).toBeLessThan(200)
})

test('groups keep the order of first appearance', () => {
  expect([...groupBy([3, 1, 4, 1, 5, 9, 2, 6], (number) => number % 3)]).toEqual([
    [0, [3, 9, 6]],
    [1, [1, 4, 1]],
    [2, [5, 2]],
  ])
})
