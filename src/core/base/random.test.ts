/** Seeded random numbers. */
import { expect, test } from 'vitest'
import { seededRandom } from './random.ts'

test('the same seed gives the same numbers, another seed others', () => {
  const draw = (seed: number) => Array.from({ length: 5 }, seededRandom(seed))
  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
})

test('numbers lie evenly in 0 … 1', () => {
  const random = seededRandom(1)
  const tenths = new Array<number>(10).fill(0)
  for (let turn = 0; turn < 10_000; turn++) {
    const tenth = Math.floor(random() * 10)
    tenths[tenth] = (tenths[tenth] ?? 0) + 1
  }
  for (const count of tenths) expect(Math.abs(count - 1000)).toBeLessThan(120)
})
