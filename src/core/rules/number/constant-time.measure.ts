/** A time that does not grow with the size: the data takes a pathological path, whatever its amount. */
import { median } from 'simple-statistics'
import type { Point } from '../../analysis/curves.ts'
import { threshold } from '../../base/threshold.ts'
import type { Seconds } from '../../base/units.ts'

const VARIATION = threshold('constant-time.variation', 0.2, 'share', 'docs/diagnosis.md, Shapes of a curve')
const DECADES = threshold('constant-time.decades', 3, 'count', 'docs/diagnosis.md, Shapes of a curve')

export interface ConstantTime {
  readonly first: Point
  readonly last: Point
  readonly seconds: Seconds
}

/** The widest run of sizes with one time; undefined when none spans three decades. */
export function sizesOfOneTime(points: readonly Point[]): ConstantTime | undefined {
  let widest: ConstantTime | undefined
  for (let start = 0; start < points.length; ) {
    let low = Number.POSITIVE_INFINITY
    let high = 0
    let end = start
    for (; end < points.length; end++) {
      const seconds = points[end]?.seconds ?? 0
      if (Math.max(high, seconds) > (1 + VARIATION.value) * Math.min(low, seconds)) break
      low = Math.min(low, seconds)
      high = Math.max(high, seconds)
    }
    widest = wider(widest, points.slice(start, end))
    // No run that ends here begins before the last point that does not go with the next one.
    const next = points[end]?.seconds
    if (next === undefined) break
    const clash = points.slice(start, end).findLastIndex(({ seconds }) => !alike(seconds, next))
    start += clash + 1
  }
  return widest
}

const alike = (a: Seconds, b: Seconds): boolean => Math.max(a, b) <= (1 + VARIATION.value) * Math.min(a, b)

/** Whether two sizes lie far enough apart for one time at both to be strange. */
export const isWide = (first: Pick<Point, 'bytes'>, last: Pick<Point, 'bytes'>): boolean =>
  last.bytes >= 10 ** DECADES.value * first.bytes

function wider(widest: ConstantTime | undefined, same: readonly Point[]): ConstantTime | undefined {
  const first = same[0]
  const last = same.at(-1)
  if (!first || !last || !isWide(first, last)) return widest
  if (widest && last.bytes / first.bytes <= widest.last.bytes / widest.first.bytes) return widest
  return { first, last, seconds: median(same.map(({ seconds }) => seconds)) }
}
