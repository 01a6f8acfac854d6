/** Dips: busbw falls at one or two sizes and recovers, as where NCCL changes algorithm or protocol. */

import type { Point } from '../../analysis/curves.ts'
import { threshold } from '../../base/threshold.ts'
import { FIRM_FROM } from '../../expectation/row.ts'

const DIP = threshold('size-dip.drop', 0.15, 'share', 'docs/diagnosis.md, Shapes of a curve')
const WIDEST = threshold('size-dip.sizes', 2, 'count', 'docs/diagnosis.md, Shapes of a curve')

export interface Dip {
  readonly before: Point
  readonly lowest: Point
  readonly after: Point
  /** 1 - lowest / before */
  readonly drop: number
}

/** Each dip of a curve; a fall that does not recover is none (see collapse.ts). */
export function dips(points: readonly Point[]): readonly Dip[] {
  const found: Dip[] = []
  for (let index = 1; index < points.length - 1; index++) {
    const before = points[index - 1]
    if (!before || !fallsFrom(before, points[index])) continue
    const next = points.slice(index + 1, index + 1 + WIDEST.value)
    const after = next.find(({ busbw }) => busbw >= before.busbw)
    if (!after) continue
    const back = index + 1 + next.indexOf(after)
    const lowest = points.slice(index, back).reduce((low, point) => (point.busbw < low.busbw ? point : low))
    found.push({ before, lowest, after, drop: 1 - lowest.busbw / before.busbw })
    index = back
  }
  return found
}

/** The best of its repeats decides: a single slow run of several is no dip. At small sizes a fall is noise. */
const fallsFrom = (before: Point, point: Point | undefined): boolean =>
  point !== undefined && point.bytes >= FIRM_FROM.value && point.highest < (1 - DIP.value) * before.busbw
