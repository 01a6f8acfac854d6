/**
 * The curve changed since the baseline. Condition (diagnosis-in-practice.md section 8): outside the baseline's spread
 * and > 2 % (analysis/baseline.ts): worse is warning, by more than 20 % error, better is info.
 */
import { type SinceBaseline, type SizeChange, sinceBaseline } from '../analysis/baseline.ts'
import { GBps } from '../base/units.ts'
import { nameOf, rate } from './reached.ts'
import { rule } from './rule.ts'

const MUCH_WORSE = -0.2
/** One size alone may be an accident; the plateau is what counts. */
const FEWEST_SIZES = 2

export const changedSinceBaseline = rule({
  id: 'changed-since-baseline',
  needs: ['benchmark'],
  check: (facts) =>
    sinceBaseline(facts).flatMap((its) => {
      const shown = mostTelling(its)
      if (!shown) return []
      const { point, was, lowest, highest, runs, change } = shown
      const { series, settings } = its
      return [
        {
          severity: change > 0 ? 'info' : change < MUCH_WORSE ? 'error' : 'warning',
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
    }),
  looked: (facts) => sinceBaseline(facts).length > 0,
})

/** The change at the largest size; where that stayed, the largest of several sizes that changed the same way. */
function mostTelling({ sizes }: SinceBaseline): SizeChange | undefined {
  const last = sizes.at(-1)
  if (last?.counts) return last
  for (const sign of [-1, 1]) {
    const same = sizes.filter(({ counts, change }) => counts && Math.sign(change) === sign)
    if (same.length >= FEWEST_SIZES)
      return same.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))[0]
  }
  return undefined
}
