/** What tools print, cut and torn as it reaches us: what a lost line or a cut number suggests is no fault. */
import { expect, test } from 'vitest'
import { facts, printed } from '../analysis/hand-made.fixtures.ts'
import { one } from './host.fixtures.ts'
import { rules } from './index.ts'
import { printedHost } from './printed-hosts.fixtures.ts'
import { type RuleFinding, runRules } from './run.ts'

const flat = (found: readonly RuleFinding[]): readonly RuleFinding[] =>
  found.flatMap((it) => [it, ...flat(it.consequences)])
const loudIn = (its: ReturnType<typeof facts>): readonly string[] =>
  flat(runRules(its, rules).found).flatMap(({ rule, found: { severity } }) =>
    severity === 'error' || severity === 'warning' ? [rule] : [],
  )

const HEALTHY = printedHost()

/** Beside two whole hosts: the listing of a third, changed. */
function beside(change: (text: string) => string): readonly string[] {
  const changed = change(HEALTHY)
  expect(changed).not.toBe(HEALTHY)
  return loudIn(
    facts([...printed('gpu-1', changed), ...printed('gpu-2', HEALTHY), ...printed('gpu-3', HEALTHY)]),
  )
}

test('errors of all times are not those since the driver was loaded where the heading between is lost', () => {
  expect(loudIn(one({ uncorrected: { 3: 2 } }))).toEqual(['gpu-error'])
  expect(beside((text) => text.replace('        Aggregate\n', ''))).toEqual([])
})
