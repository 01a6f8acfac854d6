/** A time that does not grow with the size: the data takes a pathological path, whatever its amount. */
import { median } from 'simple-statistics'
import type { Seconds } from '../base/units.ts'
import type { Point } from './curves.ts'

/** diagnosis-in-practice.md section 8: varies by less than 20 % over at least three decades of size. */
const VARIATION = 0.2
const DECADES = 3

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
      if (Math.max(high, seconds) > (1 + VARIATION) * Math.min(low, seconds)) break
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

const alike = (a: Seconds, b: Seconds): boolean => Math.max(a, b) <= (1 + VARIATION) * Math.min(a, b)

function wider(widest: ConstantTime | undefined, same: readonly Point[]): ConstantTime | undefined {
  const first = same[0]
  const last = same.at(-1)
  if (!first || !last || last.bytes < 10 ** DECADES * first.bytes) return widest
  if (widest && last.bytes / first.bytes <= widest.last.bytes / widest.first.bytes) return widest
  return { first, last, seconds: median(same.map(({ seconds }) => seconds)) }
}
