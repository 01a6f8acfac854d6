/** What every algorithm owes: a right result on any number of ranks in any interleaving, and formulas that say what its schedule does. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampled } from '../../../../test/sampled.ts'
import { sentChunks, stepCount } from '../measure.ts'
import { runInterleaved } from '../run-interleaved.ts'
import type { ScheduleOptions, Step } from '../schedule.ts'
import { verify } from '../verify.ts'
import { algorithms } from './index.ts'

const RANKS = [...Array.from({ length: 17 }, (_, at) => at + 1), 32, 64, 128]

/** Chunks that are sent in a run that takes less than a second. */
const MOST_SENT = 35_000

/** Odd pieces, roots, orders and shapes. */
const VARIED: readonly ScheduleOptions[] = [
  ...[1, 2, 3, 5, 8].map((ranks) => ({ ranks, pieces: 3 })),
  { ranks: 4, pieces: 7 },
  { ranks: 13, pieces: 5, root: 11 },
  { ranks: 8, root: 5 },
  { ranks: 6, root: 5, pieces: 2 },
  { ranks: 5, root: 2, rings: [[3, 1, 4, 0, 2]] },
  {
    ranks: 4,
    root: 3,
    pieces: 3,
    rings: [
      [0, 1, 2, 3],
      [0, 2, 1, 3],
      [3, 1, 2, 0],
    ],
  },
  { ranks: 12, shape: [3, 4] },
  { ranks: 12, shape: [4, 3], pieces: 3 },
  { ranks: 24, shape: [2, 3, 4] },
  { ranks: 8, shape: [1, 8] },
  { ranks: 8, shape: [8, 1] },
  { ranks: 7, shape: [7] },
]

/** Transfers of equal from, to and channel are one. */
function asMessages(step: Step): readonly object[] {
  const messages = new Map<string, { from: number; to: number; count: number; channel: number }>()
  for (const { from, to, count, channel } of step) {
    const key = `${from} ${to} ${channel}`
    messages.set(key, { from, to, count: (messages.get(key)?.count ?? 0) + count, channel })
  }
  return [...messages.values()]
}

const anyOptions: fc.Arbitrary<ScheduleOptions> = fc
  .tuple(
    fc.integer({ min: 1, max: 5 }),
    fc.integer({ min: 1, max: 5 }),
    fc.integer({ min: 1, max: 4 }),
    fc.nat(),
  )
  .chain(([rows, columns, pieces, root]) => {
    const ranks = rows * columns
    const order = fc.shuffledSubarray(
      Array.from({ length: ranks }, (_, rank) => rank),
      { minLength: ranks },
    )
    return fc
      .array(order, { minLength: 1, maxLength: 3 })
      .map((rings) => ({ ranks, pieces, root: root % ranks, rings, shape: [rows, columns] }))
  })

describe.each(algorithms)('$collective $id', { timeout: 30_000 }, (algorithm) => {
  const plain = RANKS.map((ranks): ScheduleOptions => ({ ranks })).filter(algorithm.supports)
  const varied = VARIED.filter(algorithm.supports)

  test('supports several numbers of ranks', () => {
    expect(plain.length).toBeGreaterThan(5)
  })

  test.each([...plain, ...varied])('is right, and costs what its formulas say: %o', (options) => {
    const schedule = algorithm.schedule(options)
    expect(verify(schedule)).toEqual({ ok: true })
    expect(stepCount(schedule)).toBe(algorithm.stepCount(options))
    expect(sentChunks(schedule)).toEqual(algorithm.sent(options))
  })

  test('says in pairs what its steps say, where it does', () => {
    for (const options of [...plain, ...varied])
      for (const { repeat, step, pairs } of algorithm.schedule(options).rounds()) {
        const known = pairs?.()
        if (!known) continue
        const told = known.flatMap(({ channel, from: senders, to, count }) =>
          Array.from(senders, (from, at) => ({ from, to: to[at], count, channel })),
        )
        expect(new Set(known.map(({ channel }) => channel)).size).toBe(known.length)
        for (const { from, to } of known)
          expect(new Set(Array.from(from, (sender, at) => `${sender} ${to[at]}`)).size).toBe(from.length)
        for (let turn = 0; turn < repeat; turn++) expect(asMessages(step(turn))).toEqual(told)
      }
  })

  const small = [...plain, ...varied].filter(({ ranks }) => ranks <= 17 || ranks === 32)
  test.each(small)('is right on real numbers in any interleaving: %o', (options) => {
    const schedule = algorithm.schedule(options)
    for (const slots of [1, 2, 8])
      for (const seed of options.ranks <= 8 ? [7, 8] : [9])
        expect({ slots, seed, run: runInterleaved(schedule, { slots, seed }) }).toEqual({
          slots,
          seed,
          run: { ok: true },
        })
  })

  test('is right on any options that it supports', () => {
    fc.assert(
      fc.property(anyOptions, (options) => {
        fc.pre(algorithm.supports(options))
        const schedule = algorithm.schedule(options)
        expect(verify(schedule)).toEqual({ ok: true })
        expect(stepCount(schedule)).toBe(algorithm.stepCount(options))
        expect(sentChunks(schedule)).toEqual(algorithm.sent(options))
      }),
      { numRuns: 25 },
    )
  })

  test('does not take what it does not support', () => {
    for (const ranks of [0, -1, 1.5]) {
      expect(algorithm.supports({ ranks })).toBe(false)
      expect(() => algorithm.schedule({ ranks })).toThrow(RangeError)
    }
    for (const odd of [{ pieces: 0 }, { root: 8 }, { rings: [[0, 0, 1, 2, 3, 4, 5, 6]] }, { shape: [3, 3] }])
      expect(algorithm.supports({ ranks: 8, ...odd })).toBe(false)
  })
})

/** On 64 and 128 ranks, where they send few enough. */
const LARGE = algorithms.flatMap((algorithm) =>
  [{ ranks: 64 }, { ranks: 128 }]
    .filter((options) => algorithm.supports(options) && algorithm.sent(options).total <= MOST_SENT)
    .map((options) => ({ algorithm, options })),
)

test.each(sampled(LARGE, { share: 0.1 }, 'algorithms on many ranks'))(
  '$algorithm.collective $algorithm.id is right on real numbers on $options.ranks ranks',
  { timeout: 120_000 },
  ({ algorithm, options }) => {
    const schedule = algorithm.schedule(options)
    for (const slots of [1, 2, 8])
      expect({ slots, run: runInterleaved(schedule, { slots, seed: 11 }) }).toEqual({
        slots,
        run: { ok: true },
      })
  },
)
