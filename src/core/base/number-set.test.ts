import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addNumber, hasNumber, noNumbers, numbersOf } from './number-set.ts'

test('property: holds what was added, in rising order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 10_000 })), (numbers) => {
      const set = noNumbers()
      for (const number of numbers) addNumber(set, number)
      expect([...numbersOf(set)]).toEqual([...new Set(numbers)].sort((a, b) => a - b))
      for (const number of [0, 31, 32, 4095, 4096, 10_001, ...numbers])
        expect(hasNumber(set, number)).toBe(numbers.includes(number))
    }),
  )
})

test('a large number takes no memory for those below it', () => {
  const set = noNumbers()
  addNumber(set, 2 ** 31)
  expect(set.bits.length).toBe(1)
  expect(hasNumber(set, 2 ** 31)).toBe(true)
})
