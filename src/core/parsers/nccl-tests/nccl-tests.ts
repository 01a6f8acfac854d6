/**
 * Text output of nccl-tests and rccl-tests, every version since 1.0 (https://github.com/NVIDIA/nccl-tests,
 * https://github.com/ROCm/rccl-tests): one Benchmark a run, also cut, without "#", with launcher prefixes and with
 * the log lines of other processes in between. Lines of NCCL's own log are left to others.
 */
import type { Place } from '../../evidence/place.ts'
import { prefixLength, sourceOf, withoutSplicedPrefix } from '../../text/launcher-prefix.ts'
import { placeOf } from '../../text/quote.ts'
import type { LineParser, LineReader } from '../parser.ts'
import { cellsOf } from './cells.ts'
import { isCommand, isExport, operationIn, variablesIn } from './command.ts'
import { averageOf, deviceOf, layoutOf, libraryVersionOf, outOfBoundsOf, parametersOf } from './header.ts'
import { perfHeadOf, perfShareOf } from './perf-lines.ts'
import { type Fragment, fragmentOf } from './row.ts'
import { finishRun, newRun, type Run } from './run.ts'
import { mergeStartedTogether } from './started-together.ts'

export const ncclTests: LineParser = {
  kind: 'lines',
  id: 'nccl-tests',
  title: 'nccl-tests and rccl-tests output',
  start: (input) => reader(input),
}

/** How far a run has come: a line of an earlier stage begins the next run. */
const STAGE = {
  start: 0,
  version: 1,
  named: 2,
  parameters: 3,
  devices: 4,
  header: 5,
  rows: 6,
  outOfBounds: 7,
  average: 8,
  concluded: 9,
} as const
type Stage = (typeof STAGE)[keyof typeof STAGE]

/** The run under way of one source of lines, and what stood before it. */
interface Source {
  run?: Run
  stage: Stage
  /** Of a script: they hold for all runs that follow. */
  exported: Readonly<Record<string, string>>
  /** Of one command line. */
  variables: Readonly<Record<string, string>>
  operation?: string
  /** The command goes on in the next line. */
  inCommand: boolean
  /** So many lines of commands were read. */
  commands: number
  /** The line above the header names the in-place block only. */
  inPlaceOnly: boolean
  /** rccl-tests repeats the header for every cycle of a run. */
  cycle: boolean
  /** Numbers without a row at the start of a cut table. */
  readonly before: { readonly fragment: Fragment; readonly line: Line }[]
}

const newSource = (): Source => ({
  stage: STAGE.start,
  exported: {},
  variables: {},
  inCommand: false,
  commands: 0,
  inPlaceOnly: false,
  cycle: false,
  before: [],
})

/** Ranks and hosts whose lines are told apart; a file with more is no output of a launcher. */
const MOST_SOURCES = 10_000
const MOST_BEFORE = 4
/** Lines that set variables, in one source; no script has as many. */
const MOST_COMMANDS = 2000

function reader(input: string): LineReader {
  const runs: Run[] = []
  const plain = newSource()
  const sources = new Map<string, Source>([['', plain]])
  /** What the runs hold that are over. */
  let ended = 0
  let headers = 0
  const names = new Map<string, string>()

  return {
    line(text, number) {
      if (!mayConcern(text)) return
      const { source, own } = partsOf(text)
      readLine(sourceNamed(source), own, { text, number })
    },
    /** A whole row of a table whose header was read: nobody else's, and most of what tests print. */
    takes(text, number) {
      if (headers === 0 || text.charCodeAt(0) === HASH || !isDigit(text.charCodeAt(text.length - 1)))
        return false
      const { source: name, own } = partsOf(text)
      const source = sources.get(name)
      const layout = source?.run?.layout
      if (!layout || (source.stage !== STAGE.header && source.stage !== STAGE.rows)) return false
      const row = fragmentOf(cellsOf(own), layout)
      if (!row?.head || row.torn || row.values.length !== layout.blocks * layout.width) return false
      source.before.length = 0
      return runAt(source, STAGE.rows, { text, number }).gatherer.add(row, number, text, layout)
    },
    kept() {
      let sum = ended + runs.length
      for (const { run } of sources.values()) if (run) sum += sizeOf(run)
      return sum
    },
    end() {
      const finished = mergeStartedTogether(runs).map((run) => finishRun(run, input))
      return {
        evidence: finished.flatMap(({ evidence }) => evidence),
        notes: finished.flatMap(({ notes }) => notes),
        skipped: finished.reduce((sum, { skipped }) => sum + skipped, 0),
      }
    },
  }

  /** One copy of a host's or GPU's name for all ranks; a piece of the line would keep the whole line alive. */
  function same(text: string): string {
    const known = names.get(text)
    if (known !== undefined) return known
    const copy = ` ${text}`.slice(1)
    if (names.size < MOST_SOURCES) names.set(copy, copy)
    return copy
  }

  function sourceNamed(key: string): Source {
    const known = sources.get(key)
    if (known) return known
    const source = newSource()
    if (sources.size < MOST_SOURCES) sources.set(key, source)
    return source
  }

  /** The run that a line of this stage belongs to: the one under way, or the next. */
  function runAt(source: Source, stage: Stage, line: Line): Run {
    const repeats =
      stage === STAGE.devices || stage === STAGE.rows || (stage === STAGE.header && source.cycle)
    const next = repeats
      ? source.stage > Math.max(stage, source.cycle ? STAGE.rows : 0)
      : source.stage >= stage
    if (stage !== STAGE.rows) source.run?.gatherer.flush()
    if (!source.run || next) {
      const run = newRun(placeOf(input, line.number, line.text))
      run.environment = { ...source.exported, ...source.variables }
      if (source.operation !== undefined) run.operation = { name: source.operation, from: 'command' }
      source.variables = {}
      delete source.operation
      if (source.run) ended += sizeOf(source.run)
      source.run = run
      runs.push(run)
    }
    source.stage = stage
    source.cycle = false
    return source.run
  }

  function readLine(source: Source, text: string, line: Line): void {
    // Rows are most of what comes here: they are tried first where a line can be one.
    const bare = text.replace(MARKS, '')
    if (source.run?.tool === 'ringscope-perf' && source.run.header) {
      const share = perfShareOf(bare, () => placeOf(input, line.number, line.text))
      if (share) {
        source.run.shares.push(share)
        return
      }
    }
    if (isDigit(bare.charCodeAt(0))) {
      if (readRow(source, bare, line)) return
      if (!readAround(source, bare, line)) readCommand(source, bare)
      return
    }
    // Tables made by hand may have a word before the numbers.
    if (!readAround(source, bare, line) && !readRow(source, bare, line)) readCommand(source, bare)
  }

  function readRow(source: Source, text: string, line: Line): boolean {
    const fragment = fragmentOf(
      cellsOf(text),
      source.stage >= STAGE.outOfBounds ? undefined : source.run?.layout,
    )
    if (!fragment) return false
    if (!fragment.head) {
      if (source.run && source.stage === STAGE.rows)
        return source.run.gatherer.add(fragment, line.number, line.text, source.run.layout)
      const { before } = source
      if (before.length < MOST_BEFORE && fragment.values.length % 4 === 0) before.push({ fragment, line })
      return false
    }
    const run = runAt(source, STAGE.rows, line)
    if (!run.header && run.gatherer.rows.length === 0)
      for (const { fragment: more, line: at } of source.before)
        run.gatherer.add(more, at.number, at.text, run.layout)
    source.before.length = 0
    return run.gatherer.add(fragment, line.number, line.text, run.layout)
  }

  /** The lines around the rows; false for everything else. */
  function readAround(source: Source, text: string, line: Line): boolean {
    const place = (): Place => placeOf(input, line.number, line.text)
    const parameters = parametersOf(text)
    if (parameters) {
      runAt(source, STAGE.parameters, line).parameters = parameters
      return true
    }
    const device = text.startsWith('Rank') ? deviceOf(text, place, same) : undefined
    if (device) {
      runAt(source, STAGE.devices, line).devices.push(device)
      return true
    }
    const layout = layoutOf(text)
    if (layout) {
      const run = runAt(source, STAGE.header, line)
      run.layout = { ...layout, onlyInPlace: source.inPlaceOnly && layout.blocks === 1 }
      source.inPlaceOnly = false
      run.header = place()
      headers++
      if (/\bcputime\b/.test(text)) run.parameters = { ...run.parameters, cpuTime: true }
      source.before.length = 0
      return true
    }
    return (
      readVersion(source, text, line) || readSummary(source, text, line) || readRemark(source, text, place)
    )
  }

  function readVersion(source: Source, text: string, line: Line): boolean {
    const tests = /^nccl-tests version (\S+)(?:.*nccl-library=(\d+))?/.exec(text)
    if (tests) {
      const [, its, library] = tests
      const run = runAt(source, STAGE.version, line)
      run.version = {
        ...(its === undefined ? {} : { tests: same(its) }),
        ...(library === undefined ? {} : { library: libraryVersionOf(Number(library)) }),
      }
      return true
    }
    const perf = perfHeadOf(text)
    if (perf) {
      const run = runAt(source, STAGE.version, line)
      run.tool = 'ringscope-perf'
      run.operation = { name: same(perf.collective), from: 'named' }
      return true
    }
    const rccl = /^rccl-tests: Version (\S+)/.exec(text)?.[1]
    if (rccl !== undefined) {
      const run = source.run && source.stage < STAGE.rows ? source.run : runAt(source, STAGE.version, line)
      run.tool = 'rccl-tests'
      run.version = { ...run.version, tests: same(rccl) }
      return true
    }
    const library = /^N?R?CCL version (\d[\w.+-]*)/.exec(text)?.[1]
    if (library === undefined || !source.run) return false
    source.run.version = { ...source.run.version, library: same(library) }
    return true
  }

  function readSummary(source: Source, text: string, line: Line): boolean {
    const place = () => placeOf(input, line.number, line.text)
    const started = /^Collective test (starting|concluded): (\S+)/.exec(text)
    if (started) {
      const [, when, name = ''] = started
      const run = runAt(source, when === 'starting' ? STAGE.named : STAGE.concluded, line)
      run.operation = { name: same(name.replace(/^.*\//, '')), from: 'named' }
      if (when === 'concluded') run.complete = true
      return true
    }
    const outOfBounds = outOfBoundsOf(text)
    if (outOfBounds) {
      runAt(source, STAGE.outOfBounds, line).outOfBounds = { ...outOfBounds, place: place() }
      return true
    }
    const average = averageOf(text)
    if (!average) return false
    const run = runAt(source, STAGE.average, line)
    run.average = { ...average, place: place() }
    run.complete = true
    return true
  }

  /** Lines that change what is known of the run under way. */
  function readRemark(source: Source, text: string, place: () => Place): boolean {
    const { run } = source
    if (/^Testing \d+ cycle/.test(text)) {
      source.cycle = true
      return true
    }
    if (text.includes('in-place') && !text.includes('out-of-place')) source.inPlaceOnly = true
    if (!run) return false
    if (/^Blocking Enabled/.test(text)) run.parameters = { ...run.parameters, blocking: true }
    else if (/^\(B\)\s+\(elements\)/.test(text)) return true
    else if (/^Reducing maxBytes to \d+/.test(text))
      run.parameters = { ...run.parameters, maxBytes: Number(/\d+/.exec(text)?.[0]) }
    else if (/^(?:\.{3}|\[(?:\.{3}|…|cut))/.test(text) && source.stage === STAGE.devices)
      run.devicesCut = true
    else if (/^error: \S|\bTest (?:NCCL|CUDA|RCCL|HIP) failure|\bTest failure|\bTest timeout/.test(text))
      run.errors.push(place())
    else return false
    return true
  }

  function readCommand(source: Source, text: string): void {
    const command = source.inCommand || isCommand(text)
    source.inCommand = command && text.trimEnd().endsWith('\\')
    const name = operationIn(text)
    if (name !== undefined) source.operation = same(name)
    if (!command) return
    if (++source.commands > MOST_COMMANDS) return
    const variables = variablesIn(text)
    if (isExport(text)) source.exported = { ...source.exported, ...variables }
    else source.variables = { ...source.variables, ...variables }
  }
}

/** Whose line it is ('' where no prefix tells), and what it says without the prefix. */
function partsOf(text: string): { readonly source: string; readonly own: string } {
  const length = prefixLength(text)
  if (length === 0) return { source: '', own: text }
  const prefix = text.slice(0, length)
  return { source: sourceOf(prefix), own: withoutSplicedPrefix(text.slice(length), prefix) }
}

const sizeOf = ({ gatherer, devices, errors, shares }: Run): number =>
  gatherer.rows.length + devices.length + errors.length + shares.length

/** A line as it stands in the input. */
interface Line {
  readonly text: string
  readonly number: number
}

/** What stands before the words of a line: "#", blanks, a bullet. */
const MARKS = /^[#\s]+/

const isDigit = (code: number): boolean => code >= 48 && code <= 57

/** Shorter than the head of a row that another process' line could be glued to. */
const LOG_LINE_STARTS = 44
const ROW_HEAD = /(?:^|[\s\]:>])\d+\s+\d+\s+[a-z]/

/** Two numbers side by side, or a word of the lines around the rows, of a command or of a cut. */
const OURS =
  /\d[ \t|\u00a0]+-?\d[\d.e+-]*(?:[^:\d.e+-]|$)|#|algbw|nThread|Rank|Using dev|_perf|CCL|UCX_|FI_|Collective|Out of|Avg bus|Test |error:|Blocking|Reducing|in-place|Testing|\.\.\.|…|\[cut|\\$/

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
