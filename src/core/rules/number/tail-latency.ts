/**
 * Single iterations take far longer than the median: what a training step waits for is the slowest.
 * Condition (docs/diagnosis.md, Reading a number): P99 > 3 x P50 (warning), > 10 x (error) at any size with >= 100
 * iterations; below 100 the P99 is the slowest single one.
 */

import { judgeableSeries } from '../../analysis/judgeable.ts'
import { threshold } from '../../base/threshold.ts'
import { enoughIf } from '../looked.ts'
import { nameOf } from '../reached.ts'
import { type Found, rule } from '../rule.ts'
import { tails } from './tail-latency.measure.ts'

const WARNING = threshold('tail-latency.warning', 3, 'factor', 'docs/diagnosis.md, Reading a number')
const ERROR = threshold('tail-latency.error', 10, 'factor', 'docs/diagnosis.md, Reading a number')
const FEWEST_ITERATIONS = threshold(
  'tail-latency.iterations',
  100,
  'count',
  'docs/diagnosis.md, Reading a number: of fewer, P99 is the slowest single one',
)

export interface TailLatencyValues {
  readonly collective: string
  readonly bytes: number
  readonly p50: number
  readonly p99: number
  readonly iterations: number
  readonly nodes?: number
  /** The median is not in the file: the mean stands for it, which hides a part of the tail. */
  readonly mean: boolean
}

export const tailLatency = rule({
  id: 'tail-latency',
  needs: ['benchmark'],
  sources: ['nccl-tests -I', 'nccl #361 #1037'],
  check: (facts): readonly Found<TailLatencyValues>[] =>
    judgeableSeries(facts).flatMap((series) => {
      const worst = tails(series)
        .filter(({ iterations = 0 }) => iterations >= FEWEST_ITERATIONS.value)
        .sort((a, b) => b.ratio - a.ratio)[0]
      if (!worst || worst.ratio <= WARNING.value) return []
      return [
        {
          severity: worst.ratio > ERROR.value ? 'error' : 'warning',
          confidence: 'certain',
          subject: series.label,
          values: {
            collective: nameOf(series),
            bytes: worst.point.bytes,
            p50: worst.p50Seconds,
            p99: worst.p99Seconds,
            iterations: worst.iterations ?? 0,
            mean: worst.mean,
            ...(series.machine === undefined ? {} : { nodes: series.machine.nodes }),
          },
          evidence: [worst.point.place],
          measured: { value: worst.p99Seconds, unit: 's' },
          expected: { value: worst.p50Seconds, unit: 's' },
        },
      ]
    }),
  looked: (facts) =>
    enoughIf(
      judgeableSeries(facts).some((series) =>
        tails(series).some(({ iterations = 0 }) => iterations >= FEWEST_ITERATIONS.value),
      ),
    ),
})
