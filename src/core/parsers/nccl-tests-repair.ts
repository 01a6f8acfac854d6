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
/** So near to 1 or (n-1)/n a base is taken to be just that. */
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
    if (row.count > 0) shares.push(exact(row.bytes / (row.count * elementBytes(row.type))))
    if (row.bytes === 0) continue
    for (let at = 0; at < 2; at++) {
      const { time, algbw, busbw } = blockOf(row.body, at, layout)
      if (!(algbw >= (precise ? 1 : TELLING) && time > 0)) continue
      const base = algbw / algbwOf(time, row.bytes, 1, layout)
      bases.push({ value: base, slack: base * (digitOf(algbw) / algbw + unprintedTime(time, layout)) })
      factors.push({
        value: busbw / algbw,
        slack: (digitOf(busbw) + (busbw / algbw) * digitOf(algbw)) / algbw,
      })
    }
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
  const unprinted = unprintedTime(time, layout)
  const timeAgrees = near(algbw, fromTime, TOLERANCE + unprinted)
  if (factor === undefined) return timeAgrees && complete ? { ...numbers, repaired: false } : undefined
  const busbwAgrees = near(busbw, algbw * factor, TOLERANCE, factor * digitOf(algbw))
  if (timeAgrees && busbwAgrees) return { ...numbers, repaired: false }
  if (timeAgrees) return { time, algbw, busbw: rounded(algbw * factor), repaired: true }
  if (busbwAgrees && algbw >= PRECISE_ALGBW)
    return { time: (base * bytes) / (algbw * 1e9) / unitOf(layout), algbw, busbw, repaired: true }
  if (near(busbw, fromTime * factor, TOLERANCE + unprinted) && busbw >= PRECISE_BUSBW)
    return { time, algbw: rounded(fromTime), busbw, repaired: true }
  return undefined
}

/** What a printed time leaves out, as a share of it: microseconds have two decimals, above 10 s only two digits. */
const unprintedTime = (time: number, layout: Layout | undefined): number =>
  unitOf(layout) === 1e-3 ? 0.0006 / time : time >= 9_999_999 ? 0.06 : 0.006 / time

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
