/**
 * What a line of an nccl-tests table holds: "size count type [redop] [root]", then one or two blocks of
 * "time algbw busbw error" (nccl-tests src/util.cu, writeBenchmarkLinePreamble and writeBenchmarkLineBody; before
 * 2.13 src/all_reduce.cu and its siblings). Read by tokens, for the widths have changed five times.
 */
import { type Cells, isOperation, isType, typeNamed } from './cells.ts'
import type { Layout } from './layout.ts'

/** "size count type redop root" of a row. */
export interface RowHead {
  readonly bytes: number
  readonly count: number
  readonly type: string
  readonly redop: string | undefined
  readonly root: number | undefined
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
  for (let rest = next; rest < texts.length; rest++) if (isWord(texts[rest] as string)) return undefined
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
