/**
 * At small sizes a run measures latency: bandwidth says nothing there.
 * Condition (docs/diagnosis.md, Shapes of a curve): sizes whose time is within 1.5 x of the smallest size's time, and whose rate is
 * less than half of the largest.
 */

import { judgeableSeries } from '../../analysis/judgeable.ts'
import { onlyStated } from '../../analysis/stated-rate.ts'
import { nameOf } from '../reached.ts'
import { type Found, rule } from '../rule.ts'
import { fitLatencyBandwidth } from './latency-bound.fit.ts'
import { latencyBoundSizes } from './latency-bound.measure.ts'

export interface LatencyBoundValues {
  /** The longest time among these sizes; `seconds` is that of the smallest. */
  readonly upTo: number
  readonly collective: string
  readonly from: number
  readonly to: number
  readonly seconds: number
  /** Where half of the fitted bandwidth is reached, bytes. */
  readonly halfBytes?: number
}

export const latencyBound = rule({
  id: 'latency-bound',
  needs: ['benchmark'],
  sources: ['nccl-tests doc/PERFORMANCE.md'],
  check: (facts): readonly Found<LatencyBoundValues>[] =>
    judgeableSeries(facts).flatMap((series) => {
      // The times of a bare curve follow from its ranks: without them there are none.
      if (series.benchmarks.some((benchmark) => onlyStated(benchmark) === 'busbw') && !series.expectation)
        return []
      const flat = latencyBoundSizes(series.points)
      const [first] = flat
      const last = flat.at(-1)
      if (!first || !last) return []
      const fit = fitLatencyBandwidth(series.points)
      return [
        {
          severity: 'info',
          confidence: 'certain',
          subject: series.label,
          values: {
            collective: nameOf(series),
            from: first.bytes,
            to: last.bytes,
            seconds: first.seconds,
            upTo: Math.max(...flat.map(({ seconds }) => seconds)),
            ...(fit === undefined ? {} : { halfBytes: fit.halfBytes }),
          },
          evidence: [first.place, last.place],
          measured: { value: first.seconds, unit: 's' },
        },
      ]
    }),
})
