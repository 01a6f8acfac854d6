/**
 * The number is as good as it should be: the commonest true answer, and as well argued as a fault.
 * Condition (docs/diagnosis.md, Reading a number): P >= 0.9 E, results right, sweep saturated or E reached.
 */

import { aboveLink } from '../../analysis/busbw-above-link.ts'
import { judged } from '../../analysis/judged.ts'
import { GBps } from '../../base/units.ts'
import type { BasisKind } from '../../expectation/expectation.ts'
import { HEALTHY } from '../../expectation/judge.ts'
import type { Assumption } from '../../machine/machine.ts'
import { type Reached, rate, reachedBy } from '../reached.ts'
import { type Found, rule } from '../rule.ts'

export interface NumberIsHealthyValues extends Reached {
  /** The number is about what is expected, or lies within a wide band below it. */
  readonly reaches: 'expected' | 'band'
  /** The band of healthy machines of this kind. */
  readonly low: number
  readonly high: number
  /** The middle of the band was supposed from these: then it is no verdict. */
  readonly assumed: readonly Assumption[]
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
    next: ({ assumed }: NumberIsHealthyValues) => assumed,
    toldByHeadline: 'always',
  },
  check: (facts): readonly Found<NumberIsHealthyValues>[] =>
    judged(facts)
      // More than the machine can carry is no sign of health: it is another machine, or another quantity.
      .filter(
        (judgedSeries) =>
          judgedSeries.grade === 'healthy' && aboveLink(judgedSeries)?.why !== 'more-than-said',
      )
      .map((judgedSeries) => {
        const { point, series, judgement, expectation } = judgedSeries
        const reached = reachedBy(judgedSeries)
        return {
          // What rests on a supposed machine is no verdict.
          severity: judgement.restsOn.length > 0 ? 'info' : 'ok',
          confidence: judgement.restsOn.length > 0 ? 'possible' : 'certain',
          subject: series.label,
          values: {
            ...reached,
            reaches: reached.share < HEALTHY.value ? 'band' : 'expected',
            low: judgedSeries.expected.low * GBps,
            high: judgedSeries.expected.high * GBps,
            assumed: judgement.restsOn,
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
