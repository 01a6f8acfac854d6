/**
 * Three numbers of a block say the same twice: algbw = size / time and busbw = algbw x factor (nccl-tests
 * doc/PERFORMANCE.md). What the rows of a table agree on tells a torn number, and restores it from the other two.
 * Where the other two do not agree either, nothing is restored.
 */
import type { BenchmarkRow, Measure } from '../../evidence/benchmark.ts'
import { ELEMENT_BYTES } from './cells.ts'
import { type Layout, measureOf, type ShortRow } from './row.ts'

/** What most rows of a table have in common. */
export interface Agreement {
  /** algbw x time / size: 1, or (n-1)/n for all_gather and reduce_scatter of 2.0 and hypercube. */
  readonly base?: number
  /** busbw / algbw */
  readonly factor?: number
  /** size / (count x bytes an element): 1, or the number of ranks. */
  readonly share?: number
}

/** The share of rows that must agree before they correct the others. */
const MAJORITY = 0.7
/** So near to 1 or (n-1)/n a base is taken to be just that. */
const SPREAD = 0.02
/** Deviation of two numbers beyond their last printed digits: times are rounded too. */
const TOLERANCE = 0.002
/** Between these lies (n-1)/n for any n, and 1. */
const [LEAST_BASE, MOST_BASE] = [0.49, 1.02]
/** Below this, in GB/s, two decimals say too little about a ratio. */
const TELLING = 0.5

export function agreementOf(
  rows: readonly (BenchmarkRow | ShortRow)[],
  layout: Layout | undefined,
): Agreement {
  const bases: Ratio[] = []
  const factors: Ratio[] = []
  const shares: Ratio[] = []
  const measured = rows.filter((row): row is BenchmarkRow => !('body' in row))
  const precise = measured.some(({ outOfPlace, inPlace }) => ((outOfPlace ?? inPlace)?.algbw ?? 0) >= 1)
  for (const row of rows) if (row.count) shares.push(exact(row.bytes / (row.count * elementBytes(row.type))))
  for (const { bytes, outOfPlace, inPlace } of measured)
    for (const measure of [outOfPlace, inPlace]) {
      if (!measure || bytes === 0) continue
      const { seconds, algbw, busbw } = measure
      if (!(algbw >= (precise ? 1 : TELLING) && seconds > 0)) continue
      const base = algbw / algbwOf(seconds, bytes, 1)
      bases.push({ value: base, slack: base * (digitOf(algbw) / algbw + unprintedTime(seconds, layout)) })
      factors.push({
        value: busbw / algbw,
        slack: (digitOf(busbw) + (busbw / algbw) * digitOf(algbw)) / algbw,
      })
    }
  const share = agreed(shares)
  const base = baseOf(bases, share)
  const factor = factors.length < 2 ? undefined : agreed(factors)
  return {
    ...(base === undefined ? {} : { base }),
    ...(factor === undefined ? {} : { factor }),
    ...(share === undefined ? {} : { share }),
  }
}

/** What the rows agree on, or else 1 where one of them says so; exact where it can only be 1 or (n-1)/n. */
function baseOf(bases: readonly Ratio[], share: number | undefined): number | undefined {
  const base = agreed(bases) ?? bases.find(({ value }) => Math.abs(value - 1) < SPREAD)?.value
  if (base === undefined || base < LEAST_BASE || base > MOST_BASE) return undefined
  const exact =
    share !== undefined && share > 1 && Math.abs(base - (share - 1) / share) < Math.abs(base - 1)
      ? (share - 1) / share
      : 1
  return Math.abs(base - exact) < SPREAD ? exact : base
}

const exact = (value: number): Ratio => ({ value, slack: 1e-4 * value })

/** A ratio of printed numbers, and how far from it the true one may be for the digits that are not printed. */
interface Ratio {
  readonly value: number
  readonly slack: number
}

/** What most ratios allow: the middle of where most of their ranges overlap. One torn number cannot draw it away. */
function agreed(ratios: readonly Ratio[]): number | undefined {
  const [first] = ratios
  if (!first) return undefined
  // Nearly always the most precise ratio is within what every other one allows.
  const precise = ratios.reduce((best, its) => (its.slack < best.slack ? its : best), first)
  if (ratios.every(({ value, slack }) => Math.abs(value - precise.value) <= slack)) return precise.value
  const ends = ratios
    .filter(({ value, slack }) => Number.isFinite(value + slack))
    .flatMap(({ value, slack }) => [
      { at: value - slack, enters: 1 },
      { at: value + slack, enters: -1 },
    ])
    .sort((a, b) => a.at - b.at || b.enters - a.enters)
  let [within, most, agreement] = [0, 0, Number.NaN]
  for (const [index, { at, enters }] of ends.entries()) {
    within += enters
    if (within <= most) continue
    most = within
    agreement = (at + (ends[index + 1]?.at ?? at)) / 2
  }
  return most > 0 && most >= MAJORITY * ratios.length ? agreement : undefined
}

const elementBytes = (type: string | undefined): number => ELEMENT_BYTES[type ?? ''] ?? 1

/** The row with what can be trusted of it. */
export interface JudgedRow {
  /** undefined when nothing can. */
  readonly row: BenchmarkRow | undefined
  /** Something was restored. */
  readonly repaired: boolean
  /** Something could not be. */
  readonly lost: boolean
}

export function judgeRow(
  row: BenchmarkRow | ShortRow,
  layout: Layout | undefined,
  agreement: Agreement,
): JudgedRow {
  const whole = 'body' in row ? withOneLost(row, layout, agreement) : row
  if (!whole) return { row: undefined, repaired: false, lost: true }
  const bytes = bytesOf(whole, agreement)
  const outOfPlace = whole.outOfPlace && mend(whole.outOfPlace, bytes, layout, agreement)
  const inPlace = whole.inPlace && mend(whole.inPlace, bytes, layout, agreement)
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
  const fits = (its: number): boolean => near(algbw, algbwOf(seconds, its, base))
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
      .map((from) => mend(measureOf(gap, from, layout), bytes, layout, agreement))
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

const algbwOf = (seconds: number, bytes: number, base: number): number => (base * bytes) / seconds / 1e9

/** Below these, in GB/s, the two printed decimals are too few to restore the other numbers from. */
const PRECISE_ALGBW = 0.5
const PRECISE_BUSBW = 0.05

/** The block itself when its numbers agree, with one number restored when the two others do, else undefined. */
function mend(
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

/** Equal but for the digits that are not printed, of this number and of what it is compared with. */
function near(printed: number, expected: number, tolerance = TOLERANCE, unprinted = 0): boolean {
  return Math.abs(printed - expected) <= digitOf(printed) + unprinted + tolerance * expected
}

/** Two decimals are printed below 1000. */
const digitOf = (printed: number): number => (printed >= 999 ? 0.6 : 0.006)

/** What a printed time leaves out, as a share: microseconds have two decimals, above 10 s two digits; 1.0 ms three. */
const unprintedTime = (seconds: number, layout: Layout | undefined): number =>
  layout?.timeUnit === 1e-3 ? 0.6e-6 / seconds : seconds >= 9.999_999 ? 0.06 : 0.006e-6 / seconds
