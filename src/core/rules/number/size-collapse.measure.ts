/** Collapse: busbw falls by more than half above a size and stays down, as under packet loss or congestion. */
import { median } from 'simple-statistics'
import type { Point } from '../../analysis/curves.ts'
import { threshold } from '../../base/threshold.ts'
import { MiB } from '../../base/units.ts'

const DROP = threshold('size-collapse.drop', 0.5, 'share', 'docs/diagnosis.md, Shapes of a curve')
/** One low size at the end of a sweep may be an accident of one run. */
const FEWEST = threshold('size-collapse.sizes', 2, 'count', 'our choice: one size is an accident')
/** Below, latency decides and the curve is not flat. */
const SMALLEST = threshold('size-collapse.smallest', MiB, 'bytes', 'docs/diagnosis.md, Shapes of a curve')

export interface Collapse {
  /** The largest size that was fine, and the best busbw up to there. */
  readonly last: Point
  readonly best: Point
  /** The first size after it; all from there on stay below half of the best. */
  readonly first: Point
  /** Median busbw (GB/s) from there on. */
  readonly after: number
  readonly drop: number
}

export function collapse(points: readonly Point[]): Collapse | undefined {
  const best = points.reduce<Point | undefined>(
    (high, point) => (high && high.busbw >= point.busbw ? high : point),
    undefined,
  )
  if (!best) return undefined
  const isDown = ({ highest }: Point) => highest < (1 - DROP.value) * best.busbw
  const lastFine = points.findLastIndex((point) => !isDown(point))
  const down = points.slice(lastFine + 1)
  const last = points[lastFine]
  const first = down[0]
  if (
    !last ||
    !first ||
    down.length < FEWEST.value ||
    last.bytes < SMALLEST.value / 2 ||
    first.bytes < SMALLEST.value
  )
    return undefined
  const after = median(down.map(({ busbw }) => busbw))
  // One point that stands far above all others is a digit too many; before a collapse the curve rises to its best.
  const rises = points.slice(0, lastFine + 1).filter(({ busbw }) => (1 - DROP.value) * busbw > after)
  if (rises.length < FEWEST.value) return undefined
  return { last, best, first, after, drop: 1 - after / best.busbw }
}
