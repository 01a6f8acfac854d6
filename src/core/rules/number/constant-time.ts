/**
 * The same time for all sizes, and far above latency: each call takes a pathological path whatever it carries.
 * Condition (docs/diagnosis.md, Shapes of a curve): time varies < 20 % over >= 3 decades of size and is > 10 x the
 * fabric's latency, which is what the smallest size should take.
 */

import { judgeableSeries } from '../../analysis/judgeable.ts'
import { threshold } from '../../base/threshold.ts'
import { enoughIf } from '../looked.ts'
import { nameOf } from '../reached.ts'
import { type Found, rule } from '../rule.ts'
import { isWide, sizesOfOneTime } from './constant-time.measure.ts'

const TIMES_LATENCY = threshold('constant-time.times', 10, 'factor', 'docs/diagnosis.md, Shapes of a curve')
const SLOW_STEP = threshold(
  'constant-time.step',
  165e-6 / 30,
  'seconds',
  'awsome-distributed-training micro-benchmarks/nccl-tests README: 165 us on two p4de, 30 steps of a ring over 16 ranks',
)
const FEW_RANKS = threshold(
  'constant-time.ranks',
  16,
  'count',
  'our choice: the two nodes that the step was measured on, where the number of ranks is not known',
)

export interface ConstantTimeValues {
  readonly collective: string
  readonly seconds: number
  readonly from: number
  readonly to: number
  /** What the smallest size should take. */
  readonly latency: number
}

export const constantTime = rule({
  id: 'constant-time',
  needs: ['benchmark'],
  sources: ['NCCL user guide, Troubleshooting'],
  check: (facts): readonly Found<ConstantTimeValues>[] =>
    judgeableSeries(facts).flatMap((series) => {
      const found = sizesOfOneTime(series.points)
      const ring = 2 * ((series.ranks ?? FEW_RANKS.value) - 1) * SLOW_STEP.value
      const latency = Math.max(series.expectation?.rows[0]?.seconds ?? 0, ring)
      if (!found || found.seconds <= TIMES_LATENCY.value * latency) return []
      return [
        {
          severity: 'error',
          confidence: 'certain',
          subject: series.label,
          values: {
            collective: nameOf(series),
            seconds: found.seconds,
            from: found.first.bytes,
            to: found.last.bytes,
            latency,
          },
          evidence: [found.first.place, found.last.place],
          explains: ['bandwidth-below-expected', 'latency-bound', 'sweep-not-saturated'],
          measured: { value: found.seconds, unit: 's' },
          expected: { value: latency, unit: 's' },
        },
      ]
    }),
  looked: (facts) =>
    enoughIf(
      judgeableSeries(facts).some(({ points, plateau }) =>
        isWide({ bytes: points[0]?.bytes ?? 1 }, { bytes: plateau?.bytes ?? 0 }),
      ),
    ),
})
