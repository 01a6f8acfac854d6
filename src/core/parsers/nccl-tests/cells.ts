/** The cells of a line of an nccl-tests table, up to the first thing that belongs to no row. */

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

const OPERATIONS = new Set(['sum', 'prod', 'max', 'min', 'avg', 'mulsum', 'none'])
const TYPES = new Map(Object.keys(ELEMENT_BYTES).map((name) => [name, name]))

/** "float" */
export const isType = (cell: string): boolean => TYPES.has(cell)
/** The same name for all rows, so that none keeps a piece of its line. */
export const typeNamed = (cell: string): string => TYPES.get(cell) ?? cell
/** "sum" */
export const isOperation = (cell: string): boolean => OPERATIONS.has(cell)

/** "N/A" where nothing was checked; "nan" and "inf" where nothing was measured. */
const NO_NUMBER = /^(?:N\/A|[-+]?(?:nan|inf(?:inity)?))$/i

/** Cells side by side with what they are worth as numbers; NaN for words. */
export interface Cells {
  readonly texts: readonly string[]
  readonly values: readonly number[]
  /** Something else stood in the line, and the row may go on in another. */
  readonly torn: boolean
}

/** A row's columns of date and time are left out. */
export function cellsOf(line: string): Cells {
  const words = wordsOf(line)
  const values: number[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string
    const value = worthOf(word)
    if (value !== undefined) values.push(value)
    else if (isTimestamp(word, words[at + 1])) words.splice(at--, 2)
    else return tornAt(words, at, values)
  }
  return { texts: words, values, torn: false }
}

/** The cells before the word that is none, a cell that it is glued to, and what stands behind the other text. */
function tornAt(words: readonly string[], at: number, before: readonly number[]): Cells {
  const texts = words.slice(0, at)
  const glued = GLUED.exec(words[at] as string)?.[1]
  const rest = texts.some(isType) ? tailOf(words, at + 1) : []
  const more = glued === undefined ? rest : [glued, ...rest]
  return {
    texts: [...texts, ...more],
    values: [...before, ...more.map((text) => worthOf(text) ?? Number.NaN)],
    torn: true,
  }
}

/** A number, NaN for the other cells of a row, undefined for what is no cell. */
function worthOf(word: string): number | undefined {
  const first = word.charCodeAt(0)
  if (first <= DIGIT_9) {
    const value = Number(word)
    // Number() reads 0x7f1d as well: an address, never a cell.
    if (!Number.isNaN(value)) return word.charCodeAt(1) === LETTER_X ? undefined : value
  }
  return TYPES.has(word) || OPERATIONS.has(word) || NO_NUMBER.test(word) ? Number.NaN : undefined
}

const DIGIT_9 = 57
const LETTER_X = 120
const BAR = 124
const NO_BREAK_SPACE = 160

/** Split at blanks, and at the bars of a Markdown table. */
function wordsOf(line: string): string[] {
  const words: string[] = []
  let start = -1
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at)
    const between = code <= 32 || code === BAR || code === NO_BREAK_SPACE
    if (between && start >= 0) {
      words.push(line.slice(start, at))
      start = -1
      // No row has so many cells: this is a line of something else.
      if (words.length > MOST_WORDS) return words
    } else if (!between && start < 0) start = at
  }
  if (start >= 0) words.push(line.slice(start))
  return words
}

const MOST_WORDS = 400

/** The column of -S: "2026-04-28 14:14:49". */
const isTimestamp = (word: string, next: string | undefined): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(word) && next !== undefined && /^\d\d:\d\d:\d\d$/.test(next)

/** A cell with the text of another process glued to it: "sumgpu-07:433602:433862", "-1[0]". */
const GLUED = new RegExp(
  `^([-+]?\\d+(?:\\.\\d*)?(?:e[-+]?\\d+)?|N/A|${[...TYPES.keys(), ...OPERATIONS].sort((a, b) => b.length - a.length).join('|')})(?=\\D)`,
)

/** Text of another process without a line end of its own: the row goes on behind it, up to the end of the line. */
function tailOf(words: readonly string[], from: number): readonly string[] {
  let start = words.length
  while (start > from && worthOf(words[start - 1] as string) !== undefined) start--
  const tail = words.slice(start)
  return tail.length === 4 || tail.length === 8 || tail.length === 16 ? tail : []
}
