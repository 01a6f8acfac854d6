/** Samples of cases: the same for one seed, every case in its turn, everything when everything is asked for. */
import { expect, test } from 'vitest'
import { type Draw, draw, propertyRuns, sampled, upTo } from './sampled.ts'

const by = (seed: string): Draw => ({ everything: false, seed })
const items = upTo(100)

test('one seed draws the same, in the order of the items, without one twice', () => {
  const drawn = sampled(items, { count: 10 }, 'key', by('a'))
  expect(drawn).toEqual(sampled(items, { count: 10 }, 'key', by('a')))
  expect(drawn).toEqual([...new Set(drawn)].sort((one, other) => one - other))
  expect(drawn).toHaveLength(10)
})

test('another seed, or another key, draws others', () => {
  const drawn = sampled(items, { count: 10 }, 'key', by('a'))
  expect(sampled(items, { count: 10 }, 'key', by('b'))).not.toEqual(drawn)
  expect(sampled(items, { count: 10 }, 'other', by('a'))).not.toEqual(drawn)
})

test('every item has its turn, and about as often as any other', () => {
  const turns = new Map(items.map((item) => [item, 0]))
  const seeds = upTo(2000).map((number) => (number * 0x9e3779b1).toString(16))
  for (const seed of seeds)
    for (const item of sampled(items, { share: 0.1 }, 'key', by(seed)))
      turns.set(item, (turns.get(item) ?? 0) + 1)
  // 200 are expected; the standard deviation is 13.4.
  expect(Math.min(...turns.values())).toBeGreaterThan(200 - 5 * 13.4)
  expect(Math.max(...turns.values())).toBeLessThan(200 + 5 * 13.4)
})

test('a share is rounded, and never nothing; no more is drawn than there is', () => {
  expect(sampled(upTo(4), { share: 0.1 }, 'key', by('a'))).toHaveLength(1)
  expect(sampled(upTo(25), { share: 0.1 }, 'key', by('a'))).toHaveLength(3)
  expect(sampled(upTo(3), { count: 7 }, 'key', by('a'))).toEqual([1, 2, 3])
  expect(sampled([], { share: 0.5 }, 'key', by('a'))).toEqual([])
})

test('everything is everything', () => {
  expect(sampled(items, { count: 1 }, 'key', { everything: true, seed: 'a' })).toBe(items)
})

test('a property has the same seed whether a sample of its runs is taken or all', () => {
  const whole = propertyRuns(300, { share: 0.1 }, 'key', { everything: true, seed: 'a' })
  expect(whole.numRuns).toBe(300)
  expect(propertyRuns(300, { share: 0.1 }, 'key', by('a'))).toEqual({ ...whole, numRuns: 30 })
  expect(propertyRuns(300, { share: 0.1 }, 'key', by('b')).seed).not.toBe(whole.seed)
})

test('a run has a seed', () => {
  expect(draw.seed).toMatch(/\S/)
})
