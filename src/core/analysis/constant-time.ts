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
export function constantTime(points: readonly Point[]): ConstantTime | undefined {
  let widest: ConstantTime | undefined
  for (let start = 0; start < points.length; start++) {
    let low = Number.POSITIVE_INFINITY
    let high = 0
    let end = start
    for (; end < points.length; end++) {
      const seconds = points[end]?.seconds ?? 0
      low = Math.min(low, seconds)
      high = Math.max(high, seconds)
      if (high > (1 + VARIATION) * low) break
    }
    const same = points.slice(start, end)
    const first = same[0]
    const last = same.at(-1)
    if (!first || !last || last.bytes < 10 ** DECADES * first.bytes) continue
    if (!widest || last.bytes / first.bytes > widest.last.bytes / widest.first.bytes)
      widest = { first, last, seconds: median(same.map(({ seconds }) => seconds)) }
  }
  return widest
}
