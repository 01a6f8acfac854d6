/**
 * The log of NCCL and RCCL (NCCL_DEBUG=VERSION … TRACE), versions 2.4 to 2.31: any mixture of ranks, hosts and jobs, with
 * launcher prefixes and time stamps, torn lines, and excerpts without "host:pid:tid [device]". What the lines look like
 * stands in the other files of this folder, by subject; here each line is given to the subject that its message begins with.
 */
import type { Place } from '../../evidence/place.ts'
import { placeOf } from '../../text/quote.ts'
import { messageIn } from '../messages/message-in.ts'
import type { LineParser, LineReader } from '../parser.ts'
import { headsOf } from './head.ts'
import { type Level, levelAt, nextLogLine } from './level.ts'
import type { LogLine, PlaceOf } from './line.ts'
import { coreStart, sourceBefore, speakersOf, TORN } from './speakers.ts'
import { subjectsOf } from './subjects.ts'

export const ncclLog: LineParser = {
  kind: 'lines',
  id: 'nccl-log',
  title: 'NCCL and RCCL log (NCCL_DEBUG=INFO)',
  start: (input) => reader(input),
}

function reader(input: string): LineReader {
  const at: PlaceOf = (line) => placeOf(input, line.number, line.text)
  const speakers = speakersOf()
  const heads = headsOf(speakers)
  const subjects = subjectsOf(at)
  const { kinds } = subjects
  let first: Place | undefined
  let skipped = 0
  /** The line that was read and not taken, since the catalogue of failures knows it. */
  let readBefore = -1

  return {
    line: readLine,
    takes,
    end: () =>
      first
        ? { evidence: [subjects.log(speakers.all(), first)], notes: [], skipped }
        : { evidence: [], notes: [] },
  }

  /** A line of the log that nothing else wrote into. No other format has such lines. */
  function takes(text: string, number: number): boolean {
    const message = heads.messageAt(text)
    if (message < 0) return false
    const thread = heads.thread()
    for (const { starts, again } of kinds[text.charCodeAt(message)] ?? [])
      if (again && text.startsWith(starts, message) && again(text, message + starts.length, thread, number))
        return true
    if (nextLogLine(text, message) >= 0) return false
    readBefore = number
    const known = readMessage({ message: text.slice(message), level: 'INFO', thread, text, number })
    return known || messageIn(text) === undefined
  }

  function readLine(text: string, number: number): void {
    if (number === readBefore) return
    const nccl = text.indexOf('NCCL')
    if (nccl < 0) {
      if (text.charCodeAt(0) === OPEN && subjects.readInterfaceBelow(text)) return
      if (text.includes(' via ') || text.includes('RCCL') || text.includes('CanAccessPeer('))
        readBare(text, number)
      return
    }
    for (let from = nccl; from >= 0; from = text.indexOf('NCCL', from + 4)) {
      const level = levelAt(text, from)
      if (level === undefined) continue
      const message = from + 6 + level.length
      const next = nextLogLine(text, message)
      if (next < 0) {
        readFrom(text, number, from, level, text.slice(message))
        return
      }
      // Another process wrote into this line: where its own text ends cannot be told, so nothing is taken from it.
      skipped++
      from = next - 4
    }
    readBare(text, number)
  }

  /** "NCCL INFO …" begins at `from`. */
  function readFrom(text: string, number: number, from: number, level: Level, message: string): void {
    const found = level === 'WARN' ? sourceBefore(text, from) : undefined
    const end = found ? from - found.length : from
    const start = coreStart(text, end)
    if (TORN.test(text.slice(start, end - 1))) {
      // Its host is lost: the line may be of any.
      skipped++
      return
    }
    const thread = speakers.threadAt(text, start, end)
    readMessage({ message, level, ...(found ? { source: found.source } : {}), thread, text, number })
  }

  /** Whether it is of a kind that is known here. */
  function readMessage(line: LogLine): boolean {
    first ??= at(line)
    if (line.level === 'WARN') subjects.readWarning(line)
    return dispatch(line)
  }

  /** A line without "NCCL INFO": what libraries print plainly, and excerpts that lost their prefix. */
  function readBare(text: string, number: number): void {
    const message = text.slice(/^(?:\s|[-*>|] |rank \d+: )*/.exec(text)?.[0].length ?? 0)
    const line: LogLine = { message, level: 'none', thread: speakers.nobody, text, number }
    const read =
      subjects.readWatchdog({ ...line, message: text }) ||
      subjects.readPeerAccess(line) ||
      (message.includes(' via ') && subjects.readEdge(line)) ||
      (PLAIN.test(message) && dispatch(line))
    if (read) first ??= at(line)
  }

  function dispatch(line: LogLine): boolean {
    let known = false
    for (const kind of kinds[line.message.charCodeAt(0)] ?? [])
      if (line.message.startsWith(kind.starts)) {
        kind.read(line)
        known = true
      }
    return known
  }
}

const OPEN = 91

/** What libraries print without "NCCL INFO"; the version with its compiler is ncclras's. */
const PLAIN = /^(?:[NR]CCL version(?!.* compiled with )|[NR]CCL_\w+ set )/
