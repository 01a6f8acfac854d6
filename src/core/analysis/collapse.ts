/** Collapse: busbw falls by more than half above a size and stays down, as under packet loss or congestion. */
import { median } from 'simple-statistics'
import { MiB } from '../base/units.ts'
import type { Point } from './curves.ts'

/** diagnosis-in-practice.md section 8: falls by more than 50 % and stays down. */
const COLLAPSE = 0.5
/** One low size at the end of a sweep may be an accident of one run. */
const FEWEST = 2
const SMALLEST = MiB

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
  const isDown = ({ highest }: Point) => highest < (1 - COLLAPSE) * best.busbw
  const lastFine = points.findLastIndex((point) => !isDown(point))
  const down = points.slice(lastFine + 1)
  const last = points[lastFine]
  const first = down[0]
  if (!last || !first || down.length < FEWEST || last.bytes < SMALLEST / 2 || first.bytes < SMALLEST)
    return undefined
  const after = median(down.map(({ busbw }) => busbw))
  // One point that stands far above all others is a digit too many; before a collapse the curve rises to its best.
  const rises = points.slice(0, lastFine + 1).filter(({ busbw }) => (1 - COLLAPSE) * busbw > after)
  if (rises.length < FEWEST) return undefined
  return { last, best, first, after, drop: 1 - after / best.busbw }
}
