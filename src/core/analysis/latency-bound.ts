/** The sizes at which a curve measures latency alone: bandwidth says nothing there. */
import type { Point } from './curves.ts'

/** Times within this factor of the smallest size's time: diagnosis-in-practice.md section 8. */
export const LATENCY_FACTOR = 1.5

/**
 * The points from the smallest size on whose time stays within 1.5 x of the smallest size's. Empty unless they span a
 * doubling: sizes that lie close together take about the same time whatever bounds them.
 */
export function latencyBoundSizes(points: readonly Point[]): readonly Point[] {
  const first = points[0]
  const fastest = points.reduce((least, { seconds }) => Math.min(least, seconds), Number.POSITIVE_INFINITY)
  // A first size that is itself an accident is no measure of latency.
  if (!first || first.seconds > LATENCY_FACTOR * fastest) return []
  const end = points.findIndex(({ seconds }) => seconds > LATENCY_FACTOR * first.seconds)
  const flat = points.slice(0, end < 0 ? points.length : end)
  const last = flat.at(-1)
  return last && last.bytes >= 2 * first.bytes ? flat : []
}
