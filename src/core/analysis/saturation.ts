/** Whether a sweep went far enough: what the last doubling of the size still gained. */
import { threshold } from '../base/threshold.ts'
import type { Point } from './curves.ts'

/** A curve is flat where busbw stays within this of its plateau, and where a doubling of the size gains no more. */
export const FLAT_WITHIN = threshold(
  'saturation.flat-within',
  0.05,
  'share',
  'docs/diagnosis.md, Reading a number',
)

/**
 * busbw at the largest size over busbw at half of it, less 1; undefined when the sweep spans less than a doubling.
 * Where half the size was not measured it is read off between its neighbours, linear in the logarithm of the size.
 */
export function gainOfLastDoubling(points: readonly Point[]): number | undefined {
  const last = points.at(-1)
  const half = last && busbwAt(points, last.bytes / 2)
  return half ? last.busbw / half - 1 : undefined
}

/** busbw (GB/s) at a size within the sweep. */
export function busbwAt(points: readonly Point[], bytes: number): number | undefined {
  const above = points.findIndex((point) => point.bytes >= bytes)
  const high = points[above]
  if (!high) return undefined
  if (high.bytes === bytes) return high.busbw
  const low = points[above - 1]
  if (!low) return undefined
  const share = Math.log(bytes / low.bytes) / Math.log(high.bytes / low.bytes)
  return low.busbw + (high.busbw - low.busbw) * share
}

/** "Flat from 1 GiB on": the smallest size from which on busbw stays within 5 % of the plateau; undefined when that is the plateau alone. */
export function flatFrom(points: readonly Point[]): number | undefined {
  const last = points.at(-1)
  if (!last) return undefined
  const rising = points.findLastIndex(({ busbw }) => busbw < (1 - FLAT_WITHIN.value) * last.busbw)
  const first = points[rising + 1]
  return first && first !== last ? first.bytes : undefined
}
