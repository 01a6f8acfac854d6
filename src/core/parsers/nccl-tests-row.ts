/**
 * The rows of an nccl-tests table: "size count type [redop] [root]", then one or two blocks of
 * "time algbw busbw error" (nccl-tests src/util.cu, writeBenchmarkLinePreamble and writeBenchmarkLineBody; before
 * 2.13 src/all_reduce.cu and its siblings). Read by tokens, for the widths have changed five times.
 *
 * A row is written in three pieces, so lines of other processes may stand between and inside them. What belongs
 * together is gathered here; whether the numbers agree is decided in nccl-tests-repair.ts.
 */

/** Bytes an element, by every name that some version prints. */
export const ELEMENT_BYTES: Readonly<Record<string, number>> = {
  char: 1,
  int8: 1,
  uint8: 1,
  fp8: 1,
  bf8: 1,
  f8e4m3: 1,
  f8e5m2: 1,
  fp8_e4m3: 1,
  fp8_e5m2: 1,
  half: 2,
  float16: 2,
  bfloat16: 2,
  int: 4,
  int32: 4,
  uint32: 4,
  float: 4,
  float32: 4,
  int64: 8,
  uint64: 8,
  double: 8,
  float64: 8,
}

const OPERATIONS = ['sum', 'prod', 'max', 'min', 'avg', 'mulsum', 'none'] as const

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
  readonly redop?: string
  readonly root?: number
}

/** A row as gathered, its numbers not yet judged. */
export interface RawRow {
  readonly head: RowHead
  /** The numbers after the head: blocks, one after the other. */
  readonly body: readonly string[]
  /** The line held something else too, or the row went on in another line. */
  readonly torn: boolean
  readonly line: number
  readonly text: string
}

const NUMBER = String.raw`[-+]?(?:\d+(?:\.\d*)?(?:e[-+]?\d+)?|nan|inf)`
const CELL = new RegExp(`^(?:${NUMBER}|N/A)$`, 'i')
const TYPES = Object.keys(ELEMENT_BYTES).sort((a, b) => b.length - a.length)
/** A cell with the text of another process glued to it: "sumgpu-07:433602:433862", "-1[0]". */
const GLUED = new RegExp(`^(${NUMBER}|N/A|${[...TYPES, ...OPERATIONS].join('|')})(?=\\D)`)
const WHOLE = /^\d+$/
const DATE = /^\d{4}-\d\d-\d\d$/
const CLOCK = /^\d\d:\d\d:\d\d$/

/** What a line contributes: the beginning of a row, more numbers of one, or nothing. */
export type Fragment =
  | {
      readonly kind: 'head'
      readonly head: RowHead
      readonly body: readonly string[]
      readonly torn: boolean
    }
  | { readonly kind: 'more'; readonly body: readonly string[]; readonly torn: boolean }
  | { readonly kind: 'none' }

const NOTHING: Fragment = { kind: 'none' }

/** Reads the line as a piece of a row. `layout` tells whether a root column follows. */
export function fragmentOf(text: string, layout: Layout | undefined): Fragment {
  const { cells, torn } = cellsOf(text)
  if (cells.length === 0) return NOTHING
  const at = cells.findIndex((cell) => Object.hasOwn(ELEMENT_BYTES, cell))
  if (at < 0) return cells.every((cell) => CELL.test(cell)) ? { kind: 'more', body: cells, torn } : NOTHING
  const bytes = cells[at - 2]
  const count = cells[at - 1]
  const type = cells[at]
  if (bytes === undefined || count === undefined || type === undefined) return NOTHING
  if (!WHOLE.test(bytes) || !WHOLE.test(count)) return NOTHING
  let rest = cells.slice(at + 1)
  const redop = rest[0] !== undefined && isOperation(rest[0]) ? rest[0] : undefined
  if (redop !== undefined) rest = rest.slice(1)
  const root = hasRoot(rest, layout, torn) ? Number(rest[0]) : undefined
  if (root !== undefined) rest = rest.slice(1)
  if (!rest.every((cell) => CELL.test(cell))) return NOTHING
  const head: RowHead = {
    bytes: Number(bytes),
    count: Number(count),
    type,
    ...(redop === undefined ? {} : { redop }),
    ...(root === undefined ? {} : { root }),
  }
  return { kind: 'head', head, body: rest, torn }
}

const isOperation = (cell: string): boolean => (OPERATIONS as readonly string[]).includes(cell)

/** The root column, told from a time that is printed without decimals. */
function hasRoot(cells: readonly string[], layout: Layout | undefined, torn: boolean): boolean {
  const first = cells[0]
  if (first === undefined || !/^-?\d+$/.test(first)) return false
  if (layout) return layout.root
  if (first.startsWith('-')) return true
  return torn ? first === '0' : cells.length % 4 === 1
}

/** The cells at the start of the line, up to the first thing that belongs to no row. */
function cellsOf(text: string): { cells: string[]; torn: boolean } {
  const tokens = text.trim().split(/[\s|]+/)
  if (tokens[0] === '') tokens.shift()
  if (tokens.at(-1) === '') tokens.pop()
  const cells: string[] = []
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as string
    if (CELL.test(token) || isOperation(token) || Object.hasOwn(ELEMENT_BYTES, token)) cells.push(token)
    else if (DATE.test(token) && CLOCK.test(tokens[i + 1] ?? '')) i++
    else {
      const glued = GLUED.exec(token)?.[1]
      if (glued !== undefined) cells.push(glued)
      return { cells: [...cells, ...tailOf(tokens, i + 1, cells)], torn: true }
    }
  }
  return { cells, torn: false }
}

/** Text of another process without a line end of its own: the row goes on behind it, up to the end of the line. */
function tailOf(tokens: readonly string[], from: number, cells: readonly string[]): readonly string[] {
  if (!cells.some((cell) => Object.hasOwn(ELEMENT_BYTES, cell))) return []
  let start = tokens.length
  while (start > from && CELL.test(tokens[start - 1] as string)) start--
  const tail = tokens.slice(start)
  return tail.length === 4 || tail.length === 8 || tail.length === 16 ? tail : []
}

/** Rows of one table, put together from its lines. */
export interface RowGatherer {
  /** True when the fragment was part of a row. */
  add(fragment: Fragment, line: number, text: string, layout: Layout | undefined): boolean
  /** Something else began: a row that still waits for numbers gets none. */
  flush(): void
  readonly rows: readonly RawRow[]
  /** Numbers that look like part of a row, without the row: cut excerpts, torn beyond repair. */
  readonly orphans: readonly { readonly line: number; readonly text: string }[]
}

/** Of lines that are only numbers this many are remembered. */
const MOST_ORPHANS = 1000

export function rowGatherer(): RowGatherer {
  const rows: RawRow[] = []
  const orphans: { line: number; text: string }[] = []
  let waiting: RawRow | undefined

  const flush = (): void => {
    if (waiting) rows.push(waiting)
    waiting = undefined
  }

  return {
    rows,
    orphans,
    flush,
    add(fragment, line, text, layout) {
      const width = layout?.width ?? 4
      const whole = (layout?.blocks ?? 2) * width
      if (fragment.kind === 'none') return false
      if (fragment.kind === 'head') {
        flush()
        const row = { head: fragment.head, body: fragment.body, torn: fragment.torn, line, text }
        if (fragment.body.length >= whole) rows.push(row)
        else waiting = row
        return true
      }
      const joined = waiting && continued(waiting, fragment.body, width, whole)
      if (!joined) {
        // Only numbers, and as many as a block has: a line of some other table is no concern of ours.
        const looks = fragment.body.length === width || fragment.body.length === whole
        if (looks && orphans.length < MOST_ORPHANS) orphans.push({ line, text })
        return looks
      }
      waiting = joined
      if (joined.body.length >= whole) flush()
      return true
    },
  }
}

/** The waiting row with these numbers behind its own; undefined when they do not belong to it. */
function continued(row: RawRow, more: readonly string[], width: number, whole: number): RawRow | undefined {
  const body = [...row.body, ...more]
  const has = row.body.length
  if (has === width && !row.torn && more.length !== width) return undefined
  if (body.length <= whole) return { ...row, body, torn: true }
  // A number was divided by the tear: "21" and "80.1".
  const seam = `${row.body.at(-1) ?? ''}${more[0] ?? ''}`
  if (has > 0 && body.length === whole + 1 && CELL.test(seam))
    return { ...row, body: [...row.body.slice(0, -1), seam, ...more.slice(1)], torn: true }
  return undefined
}
