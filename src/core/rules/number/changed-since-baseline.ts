/**
 * The curve changed since the baseline. Condition (docs/diagnosis.md, Comparing hosts and runs): outside the baseline's spread
 * and > 2 % (analysis/baseline.ts): worse is warning, by more than 20 % error, better is info.
 */
import { type SinceBaseline, type SizeChange, sinceBaseline } from '../../analysis/baseline.ts'
import { changedOnHosts } from '../../analysis/changed-hosts.ts'
import type { Facts } from '../../analysis/facts.ts'
import { threshold } from '../../base/threshold.ts'
import { GBps } from '../../base/units.ts'
import { enoughIf } from '../looked.ts'
import { nameOf, rate } from '../reached.ts'
import { type Found, rule } from '../rule.ts'

const MUCH_WORSE = threshold(
  'changed-since-baseline.much-worse',
  0.2,
  'share',
  'docs/diagnosis.md, Comparing hosts and runs',
)
const FEWEST_SIZES = threshold(
  'changed-since-baseline.sizes',
  2,
  'count',
  'our choice: one size alone may be an accident; the plateau is what counts',
)

export interface SettingChange {
  /** "NCCL_ALGO", "NCCL version": a name, not a sentence. */
  readonly name: string
  /** Undefined: not set then, or not set now. */
  readonly was?: string
  readonly now?: string
}

export interface ChangedSinceBaselineValues {
  /** Nothing was measured both times: only what changed on the hosts is told, and the numbers mean nothing. */
  readonly only?: 'settings'
  readonly collective: string
  readonly bytes: number
  readonly measured: number
  readonly was: number
  /** measured / was - 1 */
  readonly change: number
  readonly lowest: number
  readonly highest: number
  readonly runs: number
  readonly settings: readonly SettingChange[]
}

export const changedSinceBaseline = rule({
  id: 'changed-since-baseline',
  needs: [['benchmark', 'host-facts', 'nccl-log']],
  sources: ['nccl-tests -N'],
  check: (facts): readonly Found<ChangedSinceBaselineValues>[] => [...ofHosts(facts), ...ofCurves(facts)],
  looked: (facts) => enoughIf(sinceBaseline(facts).length > 0),
})

/** Where nothing was measured both times, what changed on the hosts is worth knowing all the same. */
function ofHosts(facts: Facts): readonly Found<ChangedSinceBaselineValues>[] {
  const changes = changedOnHosts(facts)
  if (changes.length === 0 || sinceBaseline(facts).length > 0) return []
  return [
    {
      severity: 'info',
      confidence: 'certain',
      values: {
        only: 'settings',
        collective: '',
        bytes: 0,
        measured: 0,
        was: 0,
        change: 0,
        lowest: 0,
        highest: 0,
        runs: 0,
        settings: changes.map(({ place: _, ...change }) => change),
      },
      evidence: changes.flatMap(({ place }) => (place ? [place] : [])).slice(0, 4),
    },
  ]
}

const ofCurves = (facts: Facts): readonly Found<ChangedSinceBaselineValues>[] =>
  sinceBaseline(facts).flatMap((since) => {
    const shown = mostTelling(since)
    if (!shown) return []
    const { point, was, lowest, highest, runs, change } = shown
    const { series, settings } = since
    return [
      {
        severity: change > 0 ? 'info' : change < -MUCH_WORSE.value ? 'error' : 'warning',
        // One run has no spread to be outside of.
        confidence: runs > 1 ? 'certain' : 'likely',
        subject: series.label,
        values: {
          collective: nameOf(series),
          bytes: point.bytes,
          measured: point.busbw * GBps,
          was: was * GBps,
          change,
          lowest: lowest * GBps,
          highest: highest * GBps,
          runs,
          settings,
        },
        evidence: [point.place],
        measured: rate(point.busbw),
        expected: rate(was),
        ...(change < 0 ? { lost: -change } : {}),
      },
    ]
  })

/** The change at the largest size; where that stayed, the largest of several sizes that changed the same way. */
function mostTelling({ sizes }: SinceBaseline): SizeChange | undefined {
  const last = sizes.at(-1)
  if (last?.counts) return last
  for (const sign of [-1, 1]) {
    const same = sizes.filter(({ counts, change }) => counts && Math.sign(change) === sign)
    if (same.length >= FEWEST_SIZES.value)
      return same.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))[0]
  }
  return undefined
}
