/**
 * Rows put together from their lines. A row is written in three pieces, so lines of other processes may stand between and
 * inside them. Whether the numbers agree is decided in repair.ts.
 */
import type { BenchmarkRow, Measure } from '../../evidence/benchmark.ts'
import type { Place } from '../../evidence/place.ts'
import { placeOf, plainPlaceOf } from '../../text/quote.ts'
import type { Fragment, RowHead } from './fragment.ts'
import type { Layout } from './layout.ts'
import { measureOf } from './measure.ts'

/** A row that lacks numbers: torn beyond what its lines hold. */
export interface ShortRow extends RowHead {
  /** What there is of the blocks. */
  readonly body: readonly number[]
  readonly place: Place
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

/** For one table. */
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
