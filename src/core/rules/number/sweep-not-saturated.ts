/**
 * The sweep ends before the curve is flat: no judgement before a larger -e.
 * Condition (docs/diagnosis.md, Reading a number): the last doubling still gains > 5 % and P < 0.9 E.
 */

import { judged } from '../../analysis/judged.ts'
import { enoughIf } from '../looked.ts'
import { type Reached, rate, reachedBy } from '../reached.ts'
import { type Found, rule } from '../rule.ts'

export interface SweepNotSaturatedValues extends Reached {
  readonly gain: number
}

export const sweepNotSaturated = rule({
  id: 'sweep-not-saturated',
  needs: ['benchmark'],
  sources: ['nccl-tests #149'],
  meaning: { next: () => ['larger-size'] },
  check: (facts): readonly Found<SweepNotSaturatedValues>[] =>
    judged(facts).flatMap((it) => {
      const { series, point, grade, gain, interval } = it
      if (grade !== 'unsaturated' || gain === undefined || interval.grade === 'healthy') return []
      const reached = reachedBy(it)
      return [
        {
          severity: 'info',
          confidence: 'certain',
          subject: series.label,
          values: { ...reached, gain },
          evidence: [point.place, ...(it.half ? [it.half.place] : [])],
          measured: rate(point.busbw),
          expected: { value: reached.expected, unit: 'B/s' },
        },
      ]
    }),
  looked: (facts) => enoughIf(judged(facts).some(({ gain }) => gain !== undefined)),
})
