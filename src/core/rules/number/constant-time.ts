/**
 * The same time for all sizes, and far above latency: each call takes a pathological path whatever it carries.
 * Condition (diagnosis-in-practice.md section 8): time varies < 20 % over >= 3 decades of size and is > 10 x the
 * fabric's latency, which is what the smallest size should take.
 */

import { sizesOfOneTime } from '../../analysis/constant-time.ts'
import { soundSeries } from '../../analysis/sound.ts'
import { nameOf } from '../reached.ts'
import { type Found, rule } from '../rule.ts'

const TIMES_LATENCY = 10
/** 8 bytes on two p4de take 165 us, 30 steps of a ring over 16 ranks (schedules-and-simulation.md section 5.1). */
const SLOW_STEP_SECONDS = 165e-6 / 30
const FEW_RANKS = 16

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
    soundSeries(facts).flatMap((series) => {
      const found = sizesOfOneTime(series.points)
      const ring = 2 * ((series.ranks ?? FEW_RANKS) - 1) * SLOW_STEP_SECONDS
      const latency = Math.max(series.expectation?.rows[0]?.seconds ?? 0, ring)
      if (!found || found.seconds <= TIMES_LATENCY * latency) return []
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
    soundSeries(facts).some(({ points, plateau }) => (plateau?.bytes ?? 0) >= 1e3 * (points[0]?.bytes ?? 1)),
})
