/**
 * The number is as good as it should be: the commonest true answer, and as well argued as a fault.
 * Condition (docs/diagnosis.md, Reading a number): P >= 0.9 E, results right, sweep saturated or E reached.
 */

import { type Judged, judged } from '../../analysis/judged.ts'
import { threshold } from '../../base/threshold.ts'
import { GBps } from '../../base/units.ts'
import type { BasisKind } from '../../expectation/expectation.ts'
import { HEALTHY } from '../../expectation/judge.ts'
import { isOpen, type Reached, rate, reachedBy } from '../reached.ts'
import { type Found, rule } from '../rule.ts'

export interface NumberIsHealthyValues extends Reached {
  /**
   * The number is about what is expected, lies within a wide band below it or above a band, or it is fine on each of the
   * machines that it may be.
   */
  readonly reaches: 'expected' | 'band' | 'above' | 'every'
  /** The band of healthy machines of this kind; of all that it may be. */
  readonly low: number
  readonly high: number
  /** Lowest and highest busbw where the size was measured several times. */
  readonly spread?: { readonly repeats: number; readonly lowest: number; readonly highest: number }
  readonly source: string
  /** What the source is: healthy machines show only what was published. */
  readonly basis?: BasisKind | undefined
}

export const numberIsHealthy = rule({
  id: 'number-is-healthy',
  needs: ['benchmark'],
  sources: ['nccl-tests #119 #149 #212', 'nccl #412'],
  meaning: {
    healthy: ({ severity }) => severity === 'ok',
    toldByHeadline: 'always',
  },
  check: (facts): readonly Found<NumberIsHealthyValues>[] =>
    judged(facts)
      .filter(({ grade }) => grade === 'healthy')
      .map((it) => {
        const { point, series, expectation, interval } = it
        const reached = reachedBy(it)
        return {
          severity: 'ok',
          confidence: isOpen(interval) ? 'likely' : 'certain',
          subject: series.label,
          values: {
            ...reached,
            reaches: reachesOf(it),
            low: interval.low * GBps,
            high: interval.high * GBps,
            source: expectation.bases[0]?.source ?? '',
            ...(expectation.bases[0] ? { basis: expectation.bases[0].kind } : {}),
            ...(point.repeats > 1
              ? {
                  spread: {
                    repeats: point.repeats,
                    lowest: point.lowest * GBps,
                    highest: point.highest * GBps,
                  },
                }
              : {}),
          },
          evidence: [point.place],
          measured: rate(point.busbw),
          expected: { value: reached.expected, unit: 'B/s' },
        }
      }),
})

function reachesOf({ interval, point, share }: Judged): NumberIsHealthyValues['reaches'] {
  if (isOpen(interval)) return 'every'
  if (point.busbw > interval.high * ABOVE.value) return 'above'
  return share < HEALTHY.value ? 'band' : 'expected'
}

/** Beyond the band by more: the number is told beside the band, without a share. */
export const ABOVE = threshold(
  'number-is-healthy.above',
  1.05,
  'factor',
  'our choice: where the band is passed by more, a share of its middle says nothing',
)
