/** Facts as no sane run gives them: the rules answer or say nothing, and are quick about it. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { facts, matrix, place, run } from '../analysis/hand-made.fixtures.ts'
import { print } from '../base/print.ts'
import type { Benchmark } from '../evidence/benchmark.ts'
import { rules as texts } from '../messages/en/rules/index.ts'
import type { RuleText } from '../messages/rule-text.ts'
import { rules } from './index.ts'
import { type RuleFinding, runRules } from './run.ts'

const say = ({ rule, found, consequences }: RuleFinding): string[] => {
  const text = texts[rule] as RuleText<unknown>
  return [
    text.title(found.values, print),
    text.detail(found.values, print),
    ...text.actions(found.values, print),
    ...consequences.flatMap(say),
  ]
}

const odd = fc.oneof(
  fc.double(),
  fc.constantFrom(0, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_VALUE, Number.MIN_VALUE),
)

test('property: no number makes a rule throw or print what is no number', () => {
  const measure = fc.record({ seconds: odd, algbw: odd, busbw: odd, wrong: odd, error: odd })
  const row = fc.record({ bytes: odd, outOfPlace: measure, inPlace: measure })
  const made = fc.record({
    rows: fc.array(row, { maxLength: 12 }),
    ranks: fc.constantFrom(0, 1, 2, 7, 8, 16, 1e9, -3),
    on: fc.constantFrom(undefined, 'dgx-a100', 'dgx-h100', '8xA100-SXM4+4x200G'),
  })
  fc.assert(
    fc.property(made, ({ rows, ranks, on }) => {
      const benchmark: Benchmark = {
        ...run({ sizes: [] }),
        ranks,
        rows: rows.map((it) => ({ ...it, place: place(1) })),
      }
      const { found, notes } = runRules(facts([benchmark], on === undefined ? {} : { on }), rules)
      expect(notes).toEqual([])
      expect(found.flatMap(say).join('\n')).not.toMatch(/undefined|NaN/)
    }),
    { numRuns: 300 },
  )
})

test('100,000 sizes and 500 curves take seconds, not minutes', { timeout: 30_000 }, () => {
  const sizes = Array.from({ length: 100_000 }, (_, at) => 8 * (at + 1))
  const long = run({ sizes, busbw: (bytes, at) => (bytes * (at % 7 === 0 ? 0.5 : 1)) / 1e6 })
  const many = Array.from({ length: 500 }, (_, at) =>
    run({ input: `run${at}.txt`, sizes: [2 ** 33], ranks: 2 + (at % 50) }),
  )
  const started = performance.now()
  expect(runRules(facts([long, ...many], { on: 'dgx-a100' }), rules).notes).toEqual([])
  expect(performance.now() - started).toBeLessThan(15_000)
})

test('matrices that are empty, torn or not square', () => {
  const torn = [
    'GPU0',
    'GPU0 GPU1\nGPU0 X',
    'GPU0 NIC0\nGPU0 X',
    'GPU0 GPU1\nGPU0 X NV4\nGPU1 SYS X',
    'NIC0\nNIC0 X',
  ]
  for (const text of torn) {
    const { found, notes } = runRules(facts([matrix(text)]), rules)
    expect(notes).toEqual([])
    expect(found.filter(({ found: { severity } }) => severity === 'error')).toEqual([])
  }
})
