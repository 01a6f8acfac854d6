/** The sizes at which a curve measures latency alone: bandwidth says nothing there. */

import type { Point } from '../../analysis/curves.ts'
import { threshold } from '../../base/threshold.ts'

/** Times within this of the smallest size's time are latency. */
const TIMES = threshold('latency-bound.times', 1.5, 'factor', 'docs/diagnosis.md, Shapes of a curve')
const SPAN = threshold(
  'latency-bound.span',
  2,
  'factor',
  'our choice: sizes that lie closer together take about the same time whatever bounds them',
)

const RATE = threshold(
  'latency-bound.rate',
  0.5,
  'share',
  'our choice: where a size reaches half of the largest rate, half of its time is the transfer itself',
)

/** The points from the smallest size on whose time stays near the smallest size's; empty unless they span a doubling. */
export function latencyBoundSizes(points: readonly Point[]): readonly Point[] {
  const first = points[0]
  const fastest = points.reduce((least, { seconds }) => Math.min(least, seconds), Number.POSITIVE_INFINITY)
  // A first size that is itself an accident is no measure of latency.
  if (!first || first.seconds > TIMES.value * fastest) return []
  const most = points.reduce((rate, { algbw }) => Math.max(rate, algbw), 0)
  const end = points.findIndex(
    ({ seconds, algbw }) => seconds > TIMES.value * first.seconds || algbw >= RATE.value * most,
  )
  const flat = points.slice(0, end < 0 ? points.length : end)
  const last = flat.at(-1)
  return last && last.bytes >= SPAN.value * first.bytes ? flat : []
}
