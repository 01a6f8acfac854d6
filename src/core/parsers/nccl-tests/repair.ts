/**
 * Three numbers of a block say the same twice: algbw = size / time and busbw = algbw x factor (nccl-tests
 * doc/PERFORMANCE.md). What the rows of a table agree on tells a torn number, and restores it from the other two.
 * Where the other two do not agree either, nothing is restored.
 */
import type { BenchmarkRow, Measure } from '../../evidence/benchmark.ts'
import type { Agreement } from './agreement.ts'
import type { Layout } from './layout.ts'
import { measureOf } from './measure.ts'
import { algbwOf, digitOf, elementBytes, near, TELLING, TOLERANCE, unprintedTime } from './precision.ts'
import type { ShortRow } from './row-gatherer.ts'

/** The row with what can be trusted of it. */
export interface JudgedRow {
  /** undefined when nothing can. */
  readonly row: BenchmarkRow | undefined
  /** Something was restored. */
  readonly repaired: boolean
  /** Something could not be. */
  readonly lost: boolean
}

/** Numbers that the others contradict are restored or left out. */
export function judgeRow(
  row: BenchmarkRow | ShortRow,
  layout: Layout | undefined,
  agreement: Agreement,
): JudgedRow {
  const whole = 'body' in row ? withOneLost(row, layout, agreement) : row
  if (!whole) return { row: undefined, repaired: false, lost: true }
  const bytes = bytesOf(whole, agreement)
  const outOfPlace = whole.outOfPlace && trusted(whole.outOfPlace, bytes, layout, agreement)
  const inPlace = whole.inPlace && trusted(whole.inPlace, bytes, layout, agreement)
  const same = bytes === whole.bytes && outOfPlace === whole.outOfPlace && inPlace === whole.inPlace
  if (same) return { row: whole, repaired: whole !== row, lost: false }
  const { outOfPlace: _, inPlace: __, ...head } = whole
  const kept = { ...head, bytes, ...(outOfPlace ? { outOfPlace } : {}), ...(inPlace ? { inPlace } : {}) }
  return {
    row: outOfPlace || inPlace ? kept : undefined,
    repaired: bytes !== whole.bytes || outOfPlace?.repaired === true || inPlace?.repaired === true,
    lost: (whole.outOfPlace !== undefined && !outOfPlace) || (whole.inPlace !== undefined && !inPlace),
  }
}

/** The size, or what count and the other rows say it is when the size itself was torn. */
function bytesOf(
  { bytes, count = 0, type, outOfPlace, inPlace }: BenchmarkRow,
  { base, share }: Agreement,
): number {
  const counted = count * elementBytes(type) * (share ?? 0)
  if (counted === 0 || base === undefined || Math.abs(counted - bytes) <= 1e-3 * counted) return bytes
  const { seconds, algbw } = outOfPlace ?? inPlace ?? { seconds: Number.NaN, algbw: Number.NaN }
  const fits = (size: number): boolean => near(algbw, algbwOf(seconds, size, base))
  return !fits(bytes) && fits(counted) ? Math.round(counted) : bytes
}

/** A row whose tear took one number away: the one place where a gap makes the others agree, if there is only one. */
function withOneLost(
  row: ShortRow,
  layout: Layout | undefined,
  agreement: Agreement,
): BenchmarkRow | undefined {
  const { body, redop, root, bytes, count, type, place } = row
  const width = layout?.width ?? 4
  const blocks = body.length > width ? 2 : 1
  if (body.length !== blocks * width - 1) return undefined
  const found = new Map<string, readonly (Measure | undefined)[]>()
  for (let at = 0; at <= body.length; at++) {
    const gap = [...body.slice(0, at), Number.NaN, ...body.slice(at)]
    const measures = [0, width]
      .slice(0, blocks)
      .map((from) => trusted(measureOf(gap, from, layout), bytes, layout, agreement))
    if (measures.every((measure) => measure !== undefined)) found.set(JSON.stringify(measures), measures)
  }
  const [only] = found.values()
  if (found.size !== 1 || !only) return undefined
  const [outOfPlace, inPlace] = only
  const head = {
    bytes,
    count,
    type,
    ...(redop === undefined ? {} : { redop }),
    ...(root === undefined ? {} : { root }),
  }
  return { ...head, ...(outOfPlace ? { outOfPlace } : {}), ...(inPlace ? { inPlace } : {}), place }
}

/** Below these, in GB/s, the two printed decimals are too few to restore the other numbers from. */
const PRECISE_ALGBW = 0.5
const PRECISE_BUSBW = 0.05

/** The block itself when its numbers agree, with one number restored when the two others do, else undefined. */
function trusted(
  measure: Measure,
  bytes: number,
  layout: Layout | undefined,
  { base, factor }: Agreement,
): Measure | undefined {
  const { seconds, algbw, busbw } = measure
  if (seconds <= 0 || algbw < 0 || busbw < 0) return undefined
  const complete = Number.isFinite(seconds + algbw + busbw)
  // Too few rows, or too small, to know what they agree on: small numbers stand as printed.
  if (base === undefined) return complete && algbw < TELLING ? measure : undefined
  const fromTime = algbwOf(seconds, bytes, base)
  const unprinted = unprintedTime(seconds, layout)
  const timeAgrees = near(algbw, fromTime, TOLERANCE + unprinted)
  if (factor === undefined) return timeAgrees && complete ? measure : undefined
  const busbwAgrees = near(busbw, algbw * factor, TOLERANCE, factor * digitOf(algbw))
  if (timeAgrees && busbwAgrees) return measure
  if (timeAgrees) return { ...measure, busbw: rounded(algbw * factor), repaired: true }
  if (busbwAgrees && algbw >= PRECISE_ALGBW)
    return { ...measure, seconds: (base * bytes) / (algbw * 1e9), repaired: true }
  if (near(busbw, fromTime * factor, TOLERANCE + unprinted) && busbw >= PRECISE_BUSBW)
    return { ...measure, algbw: rounded(fromTime), repaired: true }
  return undefined
}

const rounded = (value: number): number => Math.round(value * 100) / 100
