/**
 * Three numbers of a block say the same twice: algbw = size / time and busbw = algbw x factor (nccl-tests
 * doc/PERFORMANCE.md). What the rows of a table agree on tells a torn number, and restores it from the other two.
 * Where the other two do not agree either, nothing is restored.
 */
import type { Measure, PerIteration } from '../evidence/benchmark.ts'
import { ELEMENT_BYTES } from './nccl-tests-cells.ts'
import type { Layout, RawRow } from './nccl-tests-row.ts'

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
/** Two decimals of a small number leave so much room around what most rows agree on. */
const SPREAD = 0.02
/** Deviation of two numbers beyond their last printed digits: times are rounded too. */
const TOLERANCE = 0.002
/** Between these lies (n-1)/n for any n, and 1. */
const [LEAST_BASE, MOST_BASE] = [0.49, 1.02]
/** Below this, in GB/s, two decimals say too little about a ratio. */
const TELLING = 0.5

export function agreementOf(rows: readonly RawRow[], layout: Layout | undefined): Agreement {
  const bases: Ratio[] = []
  const factors: Ratio[] = []
  const shares: Ratio[] = []
  const precise = rows.some(({ body }) => (body[1] ?? 0) >= 1)
  for (const row of rows) {
    if (row.count > 0)
      shares.push({ value: row.bytes / (row.count * elementBytes(row.type)), weight: row.bytes })
    if (row.bytes === 0) continue
    for (let at = 0; at < 2; at++) {
      const { time, algbw, busbw } = blockOf(row.body, at, layout)
      if (!(algbw >= (precise ? 1 : TELLING) && time > 0)) continue
      bases.push({ value: (algbw * 1e9 * time * unitOf(layout)) / row.bytes, weight: algbw })
      factors.push({ value: busbw / algbw, weight: algbw })
    }
  }
  const plain = bases.some(({ value }) => Math.abs(value - 1) < SPREAD)
  const base = agreed(bases) ?? (plain ? 1 : undefined)
  const factor = factors.length < 2 ? undefined : agreed(factors)
  const share = agreed(shares)
  return {
    ...(base !== undefined && base > LEAST_BASE && base < MOST_BASE ? { base } : {}),
    ...(factor === undefined ? {} : { factor }),
    ...(share === undefined ? {} : { share }),
  }
}

/** The larger the bandwidth, the more digits a ratio rests on. */
interface Ratio {
  readonly value: number
  readonly weight: number
}

/** When most values are near the median, the most precise of those. */
function agreed(ratios: readonly Ratio[]): number | undefined {
  const sorted = Float64Array.from(ratios, ({ value }) => value).sort()
  const median = sorted[Math.floor(sorted.length / 2)]
  if (median === undefined) return undefined
  const near = ratios.filter(({ value }) => Math.abs(value - median) <= SPREAD * median)
  if (near.length < MAJORITY * ratios.length) return undefined
  return near.reduce((best, its) => (its.weight > best.weight ? its : best)).value
}

const elementBytes = (type: string): number => ELEMENT_BYTES[type] ?? 1

/** The three numbers that say the same twice; NaN for what is missing. */
interface Numbers {
  readonly time: number
  readonly algbw: number
  readonly busbw: number
}

function blockOf(body: readonly number[], block: number, layout: Layout | undefined): Numbers {
  const at = block * (layout?.width ?? 4)
  const [time = Number.NaN, algbw = Number.NaN, busbw = Number.NaN] = [body[at], body[at + 1], body[at + 2]]
  return { time, algbw, busbw }
}

/** What a row says, as far as it can be trusted. */
export interface JudgedRow {
  readonly bytes: number
  readonly outOfPlace: Measure | undefined
  readonly inPlace: Measure | undefined
  /** Something was restored. */
  readonly repaired: boolean
  /** Something could not be. */
  readonly lost: boolean
}

export function judgeRow(row: RawRow, layout: Layout | undefined, agreement: Agreement): JudgedRow {
  const bytes = bytesOf(row, layout, agreement)
  const width = layout?.width ?? 4
  const blocks = row.body.length > width && (layout?.blocks ?? 2) === 2 ? 2 : 1
  const judge = (body: readonly number[]): readonly (Measure | undefined)[] =>
    blocks === 1
      ? [judgeBlock(body, 0, bytes, layout, agreement)]
      : [judgeBlock(body, 0, bytes, layout, agreement), judgeBlock(body, 1, bytes, layout, agreement)]
  const missing = blocks * width - row.body.length
  const [first, second] =
    missing === 1 ? withOneLost(row.body, judge) : missing <= 0 ? judge(row.body) : [undefined, undefined]
  const onlyInPlace = blocks === 1 && (layout?.onlyInPlace || row.skipsOutOfPlace)
  return {
    bytes,
    outOfPlace: onlyInPlace ? undefined : first,
    inPlace: onlyInPlace ? first : second,
    repaired: bytes !== row.bytes || first?.repaired === true || second?.repaired === true,
    lost: first === undefined || (blocks === 2 && second === undefined),
  }
}

/** The size, or what count and the other rows say it is when the size itself was torn. */
function bytesOf(
  { bytes, count, type, body }: RawRow,
  layout: Layout | undefined,
  { base, share }: Agreement,
): number {
  const counted = count * elementBytes(type) * (share ?? 0)
  if (counted === 0 || base === undefined || Math.abs(counted - bytes) <= 1e-3 * counted) return bytes
  const fits = (its: number): boolean => {
    const { time, algbw } = blockOf(body, 0, layout)
    return near(algbw, algbwOf(time, its, base, layout))
  }
  return !fits(bytes) && fits(counted) ? Math.round(counted) : bytes
}

/** Finds the one place where a lost number makes the others agree. */
function withOneLost(
  body: readonly number[],
  judge: (body: readonly number[]) => readonly (Measure | undefined)[],
): readonly (Measure | undefined)[] {
  const found = new Map<string, readonly (Measure | undefined)[]>()
  for (let at = 0; at <= body.length; at++) {
    const judged = judge([...body.slice(0, at), Number.NaN, ...body.slice(at)])
    if (judged.every((measure) => measure !== undefined)) found.set(JSON.stringify(judged), judged)
  }
  const [only] = found.values()
  return found.size === 1 && only ? only : [undefined]
}

/** Reads one block and mends a number that contradicts the two others; undefined when nothing can be made of it. */
function judgeBlock(
  body: readonly number[],
  block: number,
  bytes: number,
  layout: Layout | undefined,
  agreement: Agreement,
): Measure | undefined {
  const mended = mend(blockOf(body, block, layout), bytes, layout, agreement)
  if (!mended) return undefined
  const { time, algbw, busbw, repaired } = mended
  const measure: Writable<Measure> = { seconds: time * unitOf(layout), algbw, busbw }
  const errors = body[block * (layout?.width ?? 4) + 3] ?? Number.NaN
  // The last column counts wrong elements; before 2.13 it was the largest error, which is a fraction.
  if (errors >= 0) {
    if (layout ? layout.wrongColumn : Number.isInteger(errors)) measure.wrong = errors
    else measure.error = errors
  }
  if (repaired) measure.repaired = repaired
  const perIteration = layout?.width === 8 ? perIterationOf(body, block) : undefined
  if (perIteration) measure.perIteration = perIteration
  return measure
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

const unitOf = (layout: Layout | undefined): number => layout?.timeUnit ?? 1e-6

const algbwOf = (time: number, bytes: number, base: number, layout: Layout | undefined): number =>
  (base * bytes) / (time * unitOf(layout)) / 1e9

/** Below these, in GB/s, the two printed decimals are too few to restore the other numbers from. */
const PRECISE_ALGBW = 0.5
const PRECISE_BUSBW = 0.05

function mend(
  numbers: Numbers,
  bytes: number,
  layout: Layout | undefined,
  { base, factor }: Agreement,
): (Numbers & { readonly repaired: boolean }) | undefined {
  const { time, algbw, busbw } = numbers
  if (time <= 0 || algbw < 0 || busbw < 0) return undefined
  const complete = Number.isFinite(time + algbw + busbw)
  // Too few rows, or too small, to know what they agree on: small numbers stand as printed.
  if (base === undefined) return complete && algbw < TELLING ? { ...numbers, repaired: false } : undefined
  const fromTime = algbwOf(time, bytes, base, layout)
  // Version 1.0 printed milliseconds with three decimals.
  const unprinted = unitOf(layout) === 1e-3 ? 0.0006 / time : 0
  const timeAgrees = near(algbw, fromTime, TOLERANCE + unprinted)
  if (factor === undefined) return timeAgrees && complete ? { ...numbers, repaired: false } : undefined
  const busbwAgrees = near(busbw, algbw * factor, TOLERANCE, factor * digitOf(algbw))
  if (timeAgrees && busbwAgrees) return { ...numbers, repaired: false }
  if (timeAgrees) return { time, algbw, busbw: rounded(algbw * factor), repaired: true }
  if (busbwAgrees && algbw >= PRECISE_ALGBW)
    return { time: (base * bytes) / (algbw * 1e9) / unitOf(layout), algbw, busbw, repaired: true }
  if (near(busbw, fromTime * factor) && busbw >= PRECISE_BUSBW)
    return { time, algbw: rounded(fromTime), busbw, repaired: true }
  return undefined
}

const rounded = (value: number): number => Math.round(value * 100) / 100

/** Equal but for the digits that are not printed, of this number and of what it is compared with. */
function near(printed: number, expected: number, tolerance = TOLERANCE, unprinted = 0): boolean {
  return Math.abs(printed - expected) <= digitOf(printed) + unprinted + tolerance * expected
}

/** Two decimals are printed below 1000. */
const digitOf = (printed: number): number => (printed >= 999 ? 0.6 : 0.006)

/** The four columns of -I, after the error. */
function perIterationOf(body: readonly number[], block: number): PerIteration | undefined {
  const [min = Number.NaN, max = Number.NaN, p99 = Number.NaN, variation = Number.NaN] = body.slice(
    block * 8 + 4,
    block * 8 + 8,
  )
  if (!Number.isFinite(min + max + p99 + variation)) return undefined
  return {
    minSeconds: min * 1e-6,
    maxSeconds: max * 1e-6,
    p99Seconds: p99 * 1e-6,
    variation: variation / 100,
  }
}
