/**
 * Text output of nccl-tests and rccl-tests, every version since 1.0 (https://github.com/NVIDIA/nccl-tests,
 * https://github.com/ROCm/rccl-tests): one Benchmark a run, also cut, without "#", with launcher prefixes and with
 * the log lines of other processes in between. Lines of NCCL's own log are left to others.
 */
import { prefixLength, sourceOf, withoutSplicedPrefix } from '../../text/launcher-prefix.ts'
import { placeOf } from '../../text/quote.ts'
import type { LineParser, LineReader } from '../parser.ts'
import { readAround } from './around.ts'
import { readCommand } from './command.ts'
import { finishRun } from './finish-run.ts'
import { perfShareOf } from './perf-lines.ts'
import { readRow, takeRow } from './rows.ts'
import { keptOf, type Line, newTestsRead, type Source, STAGE, sourceNamed, type TestsRead } from './source.ts'
import { mergeStartedTogether } from './started-together.ts'

export const ncclTests: LineParser = {
  kind: 'lines',
  id: 'nccl-tests',
  title: 'nccl-tests and rccl-tests output',
  start: (input) => reader(input),
}

function reader(input: string): LineReader {
  const read = newTestsRead(input)
  return {
    line(text, number) {
      if (!mayConcern(text)) return
      const { source, own } = partsOf(text)
      readLine(read, sourceNamed(read, source), own, { text, number })
    },
    /** A whole row of a table whose header was read: nobody else's, and most of what tests print. */
    takes(text, number) {
      if (read.headers === 0 || text.charCodeAt(0) === HASH || !isDigit(text.charCodeAt(text.length - 1)))
        return false
      const { source: name, own } = partsOf(text)
      const source = read.sources.get(name)
      return source !== undefined && takeRow(read, source, own, { text, number })
    },
    kept: () => keptOf(read),
    end() {
      const finished = mergeStartedTogether(read.runs).map((run) => finishRun(run, input))
      return {
        evidence: finished.flatMap(({ evidence }) => evidence),
        notes: finished.flatMap(({ notes }) => notes),
        skipped: finished.reduce((sum, { skipped }) => sum + skipped, 0),
      }
    },
  }
}

function readLine(read: TestsRead, source: Source, text: string, line: Line): void {
  const bare = text.replace(MARKS, '')
  if (source.run?.tool === 'ringscope-perf' && source.run.header) {
    const share = perfShareOf(bare, () => placeOf(read.input, line.number, line.text))
    if (share) {
      source.run.shares.push(share)
      return
    }
  }
  // Rows are most of what comes here: they are tried first where a line can be one. Tables made by hand may have a word
  // before the numbers.
  const isRead = isDigit(bare.charCodeAt(0))
    ? readRow(read, source, bare, line) || readAround(read, source, bare, line)
    : readAround(read, source, bare, line) || readRow(read, source, bare, line)
  if (isRead) return
  readCommand(read, source, bare)
  countUnread(read, source, bare, line)
}

/** Below the header of a table, numbers side by side are meant as a row. */
function countUnread(read: TestsRead, { run, stage }: Source, bare: string, line: Line): void {
  if (!run?.header || stage !== STAGE.header || !ROW_LIKE.test(bare)) return
  if (run.unread) run.unread.lines++
  else run.unread = { lines: 1, place: placeOf(read.input, line.number, line.text) }
}

/** A size, and three more cells that are numbers in some writing ("1,048,576", "12,5", "64K"). */
const ROW_LIKE = /^\d[\d.,'_]*[KMGT]?i?B?(?:[\s|;]+[^\s|;]+){0,4}(?:[\s|;]+-?\d[\d.,'_e+-]*\S{0,4}){3}/

/** Whose line it is ('' where no prefix tells), and what it says without the prefix. */
function partsOf(text: string): { readonly source: string; readonly own: string } {
  const length = prefixLength(text)
  if (length === 0) return { source: '', own: text }
  const prefix = text.slice(0, length)
  return { source: sourceOf(prefix), own: withoutSplicedPrefix(text.slice(length), prefix) }
}

/** What stands before the words of a line: "#", blanks, a bullet. */
const MARKS = /^[#\s]+/

const isDigit = (code: number): boolean => code >= 48 && code <= 57

/** Shorter than the head of a row that another process' line could be glued to. */
const LOG_LINE_STARTS = 44
const ROW_HEAD = /(?:^|[\s\]:>])\d+\s+\d+\s+[a-z]/

/** Two numbers side by side, or a word of the lines around the rows, of a command or of a cut. */
const OURS =
  /\d[ \t|\u00a0]+-?\d[\d.e+-]*(?:[^:\d.e+-]|$)|#|algbw|nThread|Rank|Using dev|_perf|CCL|UCX_|FI_|Collective|Out of|Avg bus|Test |error:|Blocking|Reducing|in-place|Testing|\.\.|…|⋮|\bcut\b|snip|truncated|omitted|\\$/

/** Cheaply: can this line be ours? NCCL's own log is nearly all of a large file, and other text is not ours at all. */
function mayConcern(text: string): boolean {
  const first = text.charCodeAt(0)
  if (first !== HASH && first !== SPACE && !isDigit(first)) {
    const log = text.indexOf(' NCCL ')
    // "NCCL INFO", not "Test NCCL failure".
    if (log >= 0 && text.charCodeAt(log + ' NCCL '.length) < LETTER_A_SMALL)
      return log >= LOG_LINE_STARTS && ROW_HEAD.test(text.slice(0, log))
  }
  return OURS.test(text)
}

const SPACE = 32
const LETTER_A_SMALL = 97
const HASH = 35
