/** Every threshold is pinned from both sides: moved either way, a fixture notices. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Facts } from '../analysis/facts.ts'
import { type Threshold, thresholds, withThreshold } from '../base/threshold.ts'
import { thresholdTable } from '../report/explain/threshold-table.ts'
import { ruleNamed } from './named.ts'
import type { RuleId } from './order.ts'
import { fixtures, type ThresholdPair } from './rule.fixtures.ts'
import { runRules } from './run.ts'

/** Measures are kept by facts: a copy is measured anew. */
const anew = (facts: Facts): Facts => ({
  ...facts,
  ...(facts.baseline === undefined ? {} : { baseline: facts.baseline.map(anew) }),
})

interface Pinned extends ThresholdPair {
  readonly rule: RuleId
}

const pins = new Map<string, Pinned[]>()
for (const [rule, { thresholds: pairs = {} }] of fixtures)
  for (const [id, pair] of Object.entries(pairs)) pins.set(id, [...(pins.get(id) ?? []), { rule, ...pair }])

/** What the rule says of one side. */
function outcome({ rule, by }: Pinned, side: Facts): string {
  const { found, checked, notes } = runRules(anew(side), [ruleNamed(rule)])
  expect(notes).toEqual([])
  const ofRule = found.map(({ found: one }) => one)
  const reported = by ? by(ofRule) : ofRule.map(({ severity, confidence }) => `${severity} ${confidence}`)
  return JSON.stringify([reported, checked])
}

const sides = (pin: Pinned): string => `${outcome(pin, pin.speaks)} | ${outcome(pin, pin.silent)}`

/** Below and above. */
function moved({ value, unit }: Threshold): readonly [number, number] {
  if (unit === 'count') return [value - 1, value + 1]
  return unit === 'bytes' ? [value / 2, value * 2] : [value * 0.7, value * 1.3]
}

test('fixtures pin thresholds that exist', () => {
  const ids = new Set(thresholds().map(({ id }) => id))
  expect([...pins.keys()].filter((id) => !ids.has(id))).toEqual([])
})

describe.each(thresholds().map((declared) => ({ ...declared })))('$id', (declared) => {
  const pinned = pins.get(declared.id) ?? []

  test('has a fixture on both sides, which it tells apart', () => {
    expect(
      pinned.length,
      `a pair in thresholds of a fixture of the rule that rests on ${declared.id}`,
    ).toBeGreaterThan(0)
    for (const pin of pinned) expect(outcome(pin, pin.speaks)).not.toBe(outcome(pin, pin.silent))
  })

  test.each([
    ['lower', moved(declared)[0]],
    ['higher', moved(declared)[1]],
  ])('moved %s, to %d, is noticed', (_, value) => {
    const noticed = pinned.filter((pin) => withThreshold(declared.id, value, () => sides(pin)) !== sides(pin))
    expect(noticed.length, `no fixture of ${declared.id} notices`).toBeGreaterThan(0)
  })

  test('names its source', () => {
    expect(declared.source).toMatch(/\S{3,}/)
  })
})

test('docs/thresholds.md lists them as they are (npm run generate)', () => {
  const docs = readFileSync(new URL('../../../docs/thresholds.md', import.meta.url), 'utf8')
  expect(docs).toBe(thresholdTable(thresholds()))
})
