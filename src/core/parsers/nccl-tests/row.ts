/**
 * The rows of an nccl-tests table: "size count type [redop] [root]", then one or two blocks of
 * "time algbw busbw error" (nccl-tests src/util.cu, writeBenchmarkLinePreamble and writeBenchmarkLineBody; before
 * 2.13 src/all_reduce.cu and its siblings). Read by tokens, for the widths have changed five times.
 *
 * A row is written in three pieces, so lines of other processes may stand between and inside them. What belongs
 * together is gathered here; whether the numbers agree is decided in repair.ts.
 */

import type { BenchmarkRow, Measure } from '../../evidence/benchmark.ts'
import type { Place } from '../../evidence/place.ts'
import { placeOf, plainPlaceOf } from '../../text/quote.ts'
import { type Cells, isOperation, isType, typeNamed } from './cells.ts'

/** What the header says about the columns after the type; absent for rows without a header. */
export interface Layout {
  readonly redop: boolean
  readonly root: boolean
  /** 2, or 1 where a test prints one placement only. */
  readonly blocks: 1 | 2
  /** The only block is the in-place one (rccl-tests -O 0). */
  readonly onlyInPlace: boolean
  /** Numbers a block: 4, or 8 with -I. */
  readonly width: number
  /** 1e-6, or 1e-3 in version 1.0. */
  readonly timeUnit: number
  /** The last column counts wrong elements ("#wrong") or states the largest error. */
  readonly wrongColumn: boolean
}

/** "size count type redop root" of a row. */
export interface RowHead {
  readonly bytes: number
  readonly count: number
  readonly type: string
  readonly redop: string | undefined
  readonly root: number | undefined
}

/** A row that lacks numbers: torn beyond what its lines hold. */
export interface ShortRow extends RowHead {
  /** What there is of the blocks. */
  readonly body: readonly number[]
  readonly place: Place
}

/** What a line contributes: the beginning of a row with its first numbers, or more numbers of one. */
export interface Fragment extends Cells {
  readonly head?: RowHead
}

/** The cells as a piece of a row; undefined when they are none. `layout` tells whether a root column follows. */
export function fragmentOf(cells: Cells, layout: Layout | undefined): Fragment | undefined {
  const { texts, values, torn } = cells
  const at = texts.findIndex(isType)
  if (at < 0) return texts.length > 0 && !texts.some(isOperation) ? cells : undefined
  const [bytes, count] = [values[at - 2], values[at - 1]]
  if (!isSize(bytes) || !isSize(count)) return undefined
  let next = at + 1
  const redop = isOperation(texts[next] ?? '') ? texts[next++] : undefined
  const root = hasRoot(texts, next, layout, torn) ? values[next++] : undefined
  for (let its = next; its < texts.length; its++) if (isWord(texts[its] as string)) return undefined
  return {
    head: { bytes, count, type: typeNamed(texts[at] as string), redop, root },
    texts: texts.slice(next),
    values: values.slice(next),
    torn,
  }
}

const isWord = (text: string): boolean => isType(text) || isOperation(text)

const isSize = (value: number | undefined): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0

/** The root column, told from a time that is printed without decimals. */
function hasRoot(texts: readonly string[], at: number, layout: Layout | undefined, torn: boolean): boolean {
  const first = texts[at]
  if (first === undefined || !/^-?\d+$/.test(first)) return false
  if (layout) return layout.root
  if (first.startsWith('-')) return true
  return torn ? first === '0' : (texts.length - at) % 4 === 1
}

/** Rows of one table, put together from its lines. */
export interface RowGatherer {
  /** True when the fragment was part of a row. */
  add(fragment: Fragment, line: number, text: string, layout: Layout | undefined): boolean
  /** Something else began: a row that still waits for numbers gets none. */
  flush(): void
  /** In the order of the file, as printed: repair.ts says which numbers can be trusted. */
  readonly rows: readonly (BenchmarkRow | ShortRow)[]
  /** Numbers that look like part of a row, without the row: cut excerpts, torn beyond repair. */
  readonly orphans: readonly Place[]
}

/** Of lines that are only numbers this many are remembered. */
const MOST_ORPHANS = 1000

/** A row that has begun. */
interface Waiting {
  readonly head: RowHead
  readonly texts: readonly string[]
  readonly values: readonly number[]
  readonly torn: boolean
  readonly line: number
  readonly text: string
  readonly layout: Layout | undefined
}

export function rowGatherer(input: string): RowGatherer {
  const rows: (BenchmarkRow | ShortRow)[] = []
  const orphans: Place[] = []
  let waiting: Waiting | undefined

  const finish = ({ head, values, torn, line, text, layout }: Waiting): void => {
    // A whole row holds cells and nothing else, so nothing that must not be quoted.
    const place = torn ? placeOf(input, line, text) : plainPlaceOf(input, line, text)
    const width = layout?.width ?? 4
    if (values.length < width || (values.length % width !== 0 && values.length < 2 * width)) {
      rows.push({ ...head, body: values, place })
      return
    }
    const first = measureOf(values, 0, layout)
    if (values.length >= 2 * width && layout?.blocks !== 1)
      rows.push(rowOf(head, place, first, measureOf(values, width, layout)))
    else if (layout?.onlyInPlace || (layout?.blocks !== 1 && BLANK_BLOCK.test(text)))
      rows.push(rowOf(head, place, undefined, first))
    else rows.push(rowOf(head, place, first, undefined))
  }
  const flush = (): void => {
    if (waiting) finish(waiting)
    waiting = undefined
  }

  return {
    rows,
    orphans,
    flush,
    add(fragment, line, text, layout) {
      const width = layout?.width ?? 4
      const whole = (layout?.blocks ?? 2) * width
      const { head, texts, values, torn } = fragment
      if (head) {
        flush()
        const row = { head, texts, values, torn, line, text, layout }
        if (values.length >= whole) finish(row)
        else waiting = row
        return true
      }
      const joined = waiting && continued(waiting, fragment, width, whole)
      if (!joined) {
        // Only numbers, and as many as a block has: a line of some other table is no concern of ours.
        const looks = values.length === width || values.length === whole
        if (looks && orphans.length < MOST_ORPHANS) orphans.push(placeOf(input, line, text))
        return looks
      }
      waiting = joined
      if (joined.values.length >= whole) flush()
      return true
    },
  }
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

/** Trace replay leaves the out-of-place block blank (nccl-tests writeBenchMarkLineNullBody): 32 blanks, and a cell's own. */
const BLANK_BLOCK = /\S {34,}\d/

/** A file may hold a hundred thousand rows: an object that is made whole takes half the memory of one that grows. */
function rowOf(
  { bytes, count, type, redop, root }: RowHead,
  place: Place,
  outOfPlace: Measure | undefined,
  inPlace: Measure | undefined,
): BenchmarkRow {
  if (redop !== undefined && root !== undefined && outOfPlace && inPlace)
    return { bytes, count, type, place, redop, root, outOfPlace, inPlace }
  return {
    bytes,
    count,
    type,
    place,
    ...(redop === undefined ? {} : { redop }),
    ...(root === undefined ? {} : { root }),
    ...(outOfPlace ? { outOfPlace } : {}),
    ...(inPlace ? { inPlace } : {}),
  }
}

/** One block as printed; NaN where nothing or "nan" stands. */
export function measureOf(body: readonly number[], at: number, layout: Layout | undefined): Measure {
  const seconds = (body[at] ?? Number.NaN) * (layout?.timeUnit ?? 1e-6)
  const algbw = body[at + 1] ?? Number.NaN
  const busbw = body[at + 2] ?? Number.NaN
  const errors = body[at + 3] ?? Number.NaN
  // The last column counts wrong elements; before 2.13 it was the largest error, which is a fraction.
  const counts = layout ? layout.wrongColumn : Number.isInteger(errors)
  const measure: Writable<Measure> = !(errors >= 0)
    ? { seconds, algbw, busbw }
    : counts
      ? { seconds, algbw, busbw, wrong: errors }
      : { seconds, algbw, busbw, error: errors }
  if (layout?.width !== 8) return measure
  const [min = Number.NaN, max = Number.NaN, p99 = Number.NaN, variation = Number.NaN] = body.slice(
    at + 4,
    at + 8,
  )
  if (Number.isFinite(min + max + p99 + variation))
    measure.perIteration = {
      minSeconds: min * 1e-6,
      maxSeconds: max * 1e-6,
      p99Seconds: p99 * 1e-6,
      variation: variation / 100,
    }
  return measure
}

/** The waiting row with these numbers behind its own; undefined when they do not belong to it. */
function continued(row: Waiting, more: Fragment, width: number, whole: number): Waiting | undefined {
  const has = row.values.length
  if (has === width && !row.torn && more.values.length !== width) return undefined
  if (has + more.values.length <= whole)
    return {
      ...row,
      texts: [...row.texts, ...more.texts],
      values: [...row.values, ...more.values],
      torn: true,
    }
  // A number was divided by the tear: "21" and "80.1".
  const seam = `${row.texts.at(-1) ?? ''}${more.texts[0] ?? ''}`
  if (has === 0 || has + more.values.length !== whole + 1 || Number.isNaN(Number(seam))) return undefined
  return {
    ...row,
    texts: [...row.texts.slice(0, -1), seam, ...more.texts.slice(1)],
    values: [...row.values.slice(0, -1), Number(seam), ...more.values.slice(1)],
    torn: true,
  }
}
