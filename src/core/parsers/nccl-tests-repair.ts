/**
 * Three numbers of a block say the same twice: algbw = size / time and busbw = algbw x factor (nccl-tests
 * doc/PERFORMANCE.md). What the rows of a table agree on tells a torn number, and restores it from the other two.
 * Where the other two do not agree either, nothing is restored.
 */
import type { Measure } from '../evidence/benchmark.ts'
import { ELEMENT_BYTES, type Layout, type RawRow } from './nccl-tests-row.ts'

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
/** Deviation of two numbers that are printed with few digits, beyond the last digit itself. */
const TOLERANCE = 0.01

interface Numbers {
  readonly time: number
  readonly algbw: number
  readonly busbw: number
}

export function agreementOf(rows: readonly RawRow[], layout: Layout | undefined): Agreement {
  const blocks = rows.flatMap(({ head, body }) =>
    blocksOf(body, layout).flatMap((cells) => {
      const numbers = numbersOf(cells)
      return numbers && head.bytes > 0 && numbers.algbw >= 0.1 ? [{ head, ...numbers }] : []
    }),
  )
  const precise = blocks.filter(({ algbw }) => algbw >= 1)
  const its = precise.length > 0 ? precise : blocks
  const unit = layout?.timeUnit ?? 1e-6
  const base = agreed(its.map(({ head, time, algbw }) => (algbw * 1e9 * time * unit) / head.bytes))
  const factor = agreed(its.map(({ algbw, busbw }) => busbw / algbw))
  const share = agreed(
    rows.flatMap(({ head }) => (head.count > 0 ? [head.bytes / (head.count * elementBytes(head.type))] : [])),
  )
  return {
    ...(base !== undefined && base > 0.49 && base < 1.02 ? { base } : {}),
    ...(factor === undefined || its.length < 2 ? {} : { factor }),
    ...(share === undefined ? {} : { share }),
  }
}

const elementBytes = (type: string): number => ELEMENT_BYTES[type] ?? 1

/** The median, when most values are within the tolerance of it. */
function agreed(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)]
  if (median === undefined) return undefined
  const near = values.filter((value) => Math.abs(value - median) <= 2 * TOLERANCE * median).length
  return near >= MAJORITY * values.length ? median : undefined
}

/** The body cut into its blocks; the last may be short. */
function blocksOf(body: readonly string[], layout: Layout | undefined): readonly (readonly string[])[] {
  const width = layout?.width ?? 4
  const blocks: (readonly string[])[] = []
  for (let at = 0; at < body.length && blocks.length < 2; at += width) blocks.push(body.slice(at, at + width))
  return blocks
}

/** A cell that the tear took away. */
const LOST = '?'

function numbersOf(cells: readonly string[]): Numbers | undefined {
  const [time, algbw, busbw] = cells.slice(0, 3).map((cell) => (cell === LOST ? undefined : Number(cell)))
  if (cells.length < 3 || (time ?? 1) <= 0 || (algbw ?? 0) < 0 || (busbw ?? 0) < 0) return undefined
  const its = { time: time ?? Number.NaN, algbw: algbw ?? Number.NaN, busbw: busbw ?? Number.NaN }
  const lost = cells.slice(0, 3).filter((cell) => cell === LOST).length
  const read = [time, algbw, busbw].filter((value) => value !== undefined && Number.isFinite(value)).length
  return lost + read === 3 ? its : undefined
}

/** What a row says, as far as it can be trusted. */
export interface JudgedRow {
  readonly bytes: number
  readonly outOfPlace?: Measure
  readonly inPlace?: Measure
  /** Something was restored. */
  readonly repaired: boolean
  /** Something could not be. */
  readonly lost: boolean
}

export function judgeRow(row: RawRow, layout: Layout | undefined, agreement: Agreement): JudgedRow {
  const bytes = bytesOf(row, layout, agreement)
  const width = layout?.width ?? 4
  const blocks = row.body.length > width && (layout?.blocks ?? 2) === 2 ? 2 : 1
  const missing = blocks * width - row.body.length
  const judge = (cells: readonly string[]): readonly (Measure | undefined)[] =>
    blocksOf(cells, layout).map((block) => judgeBlock(block, bytes, layout, agreement))
  const judged = missing === 1 ? withOneLost(row.body, judge) : judge(row.body)
  const measures = judged.length === 0 ? [undefined] : judged
  const [first, second] =
    layout?.onlyInPlace || (blocks === 1 && skipsOutOfPlace(row.text)) ? [undefined, measures[0]] : measures
  return {
    bytes,
    ...(first ? { outOfPlace: first } : {}),
    ...(second ? { inPlace: second } : {}),
    repaired: bytes !== row.head.bytes || measures.some((measure) => measure?.repaired),
    lost: measures.includes(undefined),
  }
}

/** Trace replay leaves the out-of-place block blank (writeBenchMarkLineNullBody). */
const skipsOutOfPlace = (text: string): boolean => /\S {34,}[\d]/.test(text.replace(/^\s+/, ''))

/** The size, or what count and the other rows say it is when the size itself was torn. */
function bytesOf({ head, body }: RawRow, layout: Layout | undefined, { base, share }: Agreement): number {
  const counted = head.count * elementBytes(head.type) * (share ?? 0)
  if (counted === 0 || near(head.bytes, counted, 1e-3) || base === undefined) return head.bytes
  const fits = (bytes: number): boolean =>
    blocksOf(body, layout).every((cells) => {
      const numbers = numbersOf(cells)
      return numbers !== undefined && near(numbers.algbw, algbwOf(numbers.time, bytes, base, layout))
    })
  return body.length > 0 && !fits(head.bytes) && fits(Math.round(counted)) ? Math.round(counted) : head.bytes
}

/** Finds the one place where a lost number makes the others agree. */
function withOneLost(
  body: readonly string[],
  judge: (cells: readonly string[]) => readonly (Measure | undefined)[],
): readonly (Measure | undefined)[] {
  const found = new Map<string, readonly (Measure | undefined)[]>()
  for (let at = 0; at <= body.length; at++) {
    const judged = judge([...body.slice(0, at), LOST, ...body.slice(at)])
    if (judged.every((measure) => measure !== undefined)) found.set(JSON.stringify(judged), judged)
  }
  const [only] = found.values()
  return found.size === 1 && only ? only : [undefined]
}

/** Reads one block and mends a number that contradicts the two others; undefined when nothing can be made of it. */
function judgeBlock(
  cells: readonly string[],
  bytes: number,
  layout: Layout | undefined,
  agreement: Agreement,
): Measure | undefined {
  const read = numbersOf(cells)
  const mended = read && mend(read, bytes, layout, agreement)
  if (!mended) return undefined
  const { time, algbw, busbw, repaired } = mended
  return {
    seconds: time * unitOf(layout),
    algbw,
    busbw,
    ...restOf(cells, layout),
    ...(repaired ? { repaired } : {}),
  }
}

const unitOf = (layout: Layout | undefined): number => layout?.timeUnit ?? 1e-6

const algbwOf = (time: number, bytes: number, base: number, layout: Layout | undefined): number =>
  (base * bytes) / (time * unitOf(layout)) / 1e9

/** Below these, in GB/s, the two printed decimals are too few to restore the other numbers from. */
const PRECISE_ALGBW = 0.5
const PRECISE_BUSBW = 0.05

function mend(
  { time, algbw, busbw }: Numbers,
  bytes: number,
  layout: Layout | undefined,
  { base, factor }: Agreement,
): (Numbers & { readonly repaired: boolean }) | undefined {
  // Too few rows to know what they agree on: what is printed stands, unless it is impossible.
  if (base === undefined)
    return Number.isNaN(time + algbw + busbw) ? undefined : { time, algbw, busbw, repaired: false }
  const fromTime = algbwOf(time, bytes, base, layout)
  const timeAgrees = near(algbw, fromTime)
  if (factor === undefined)
    return timeAgrees && !Number.isNaN(busbw) ? { time, algbw, busbw, repaired: false } : undefined
  const busbwAgrees = near(busbw, algbw * factor, TOLERANCE, factor * digitOf(algbw))
  if (timeAgrees && busbwAgrees) return { time, algbw, busbw, repaired: false }
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

function numberOf(cell: string): number | undefined {
  const value = Number(cell)
  return Number.isFinite(value) ? value : undefined
}

/** The columns after busbw: errors, and the times of single iterations with -I. */
function restOf(cells: readonly string[], layout: Layout | undefined): Partial<Measure> {
  const last = cells[3]
  const value = last === undefined ? undefined : numberOf(last)
  const isError = layout ? !layout.wrongColumn : last !== undefined && /e-|^0e/i.test(last)
  const [min, max, p99, variation] = cells.slice(4, 8).map(numberOf)
  const timed = min !== undefined && max !== undefined && p99 !== undefined && variation !== undefined
  return {
    ...(value === undefined || value < 0 ? {} : isError ? { error: value } : { wrong: value }),
    ...(timed
      ? {
          perIteration: {
            minSeconds: min * 1e-6,
            maxSeconds: max * 1e-6,
            p99Seconds: p99 * 1e-6,
            variation: variation / 100,
          },
        }
      : {}),
  }
}
