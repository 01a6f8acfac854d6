/** Dips: busbw falls at one or two sizes and recovers, as where NCCL changes algorithm or protocol. */
import { MiB } from '../base/units.ts'
import type { Point } from './curves.ts'

/** diagnosis-in-practice.md section 8: a fall by more than 15 % at one or two sizes. */
const DIP = 0.15
const WIDEST = 2
/** Below 1 MiB launch and fabric decide, and a fall there is noise: DESIGN section 3, Expectation. */
const SMALLEST = MiB

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
    const next = points.slice(index + 1, index + 1 + WIDEST)
    const after = next.find(({ busbw }) => busbw >= before.busbw)
    if (!after) continue
    const back = index + 1 + next.indexOf(after)
    const lowest = points.slice(index, back).reduce((low, point) => (point.busbw < low.busbw ? point : low))
    found.push({ before, lowest, after, drop: 1 - lowest.busbw / before.busbw })
    index = back
  }
  return found
}

/** The best of its repeats decides: a single slow run of several is no dip. */
const fallsFrom = (before: Point, point: Point | undefined): boolean =>
  point !== undefined && point.bytes >= SMALLEST && point.highest < (1 - DIP) * before.busbw
