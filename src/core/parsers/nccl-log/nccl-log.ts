/**
 * The log of NCCL and RCCL (NCCL_DEBUG=VERSION … TRACE), versions 2.4 to 2.31: any mixture of ranks, hosts and jobs, with
 * launcher prefixes and time stamps, torn lines, and excerpts without "host:pid:tid [device]". What the lines look like
 * stands in the other files of this folder, by subject; here each line is given to the subject that its message begins with.
 */
import type { LogSetting, NcclLog } from '../../evidence/nccl-log.ts'
import type { Place } from '../../evidence/place.ts'
import { placeOf } from '../../text/quote.ts'
import type { LineParser, LineReader } from '../parser.ts'
import { communicatorReader } from './communicators.ts'
import { sayings } from './distinct.ts'
import { edgeReader } from './edges.ts'
import { headsOf, type Level, levelAt, nextLogLine } from './head.ts'
import {
  copy,
  coreStart,
  type LineKind,
  type LogLine,
  type PlaceOf,
  sourceBefore,
  speakersOf,
} from './line.ts'
import { networkReader } from './network.ts'
import { operationReader } from './operations.ts'
import { topologyReader } from './topology.ts'
import { troubleReader } from './trouble.ts'
import { watchdogReader } from './watchdog.ts'

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
  const said = sayings(at)
  const versions = said.gathered<string>()
  const drivers = said.gathered<number>()
  const settings = said.gathered<LogSetting>()
  const edges = edgeReader(at)
  const communicators = communicatorReader(at, edges)
  const network = networkReader(at)
  const topology = topologyReader(at)
  const operations = operationReader(at)
  const trouble = troubleReader(at)
  const watchdog = watchdogReader(at)
  const general: readonly LineKind[] = [
    { starts: 'NCCL version ', read: version },
    { starts: 'RCCL version', read: version },
    { starts: 'cudaDriverVersion ', read: driver },
    { starts: 'NCCL_', read: said.alike(setting) },
    { starts: 'RCCL_', read: said.alike(setting) },
  ]
  const kinds = byFirstLetter([
    ...edges.kinds,
    ...communicators.kinds,
    ...operations.kinds,
    ...network.kinds,
    ...topology.kinds,
    ...trouble.kinds,
    ...general,
  ])
  let first: Place | undefined
  let library: NcclLog['library'] = 'NCCL'
  let skipped = 0

  return { line: readLine, takes, end }

  /** A line of the log that nothing else wrote into. No other format has such lines. */
  function takes(text: string, number: number): boolean {
    const message = heads.messageAt(text)
    if (message < 0) return false
    const thread = heads.thread()
    for (const { starts, again } of kinds[text.charCodeAt(message)] ?? [])
      if (again && text.startsWith(starts, message) && again(text, message + starts.length, thread, number))
        return true
    if (nextLogLine(text, message) >= 0) return false
    tell({ message: text.slice(message), level: 'INFO', thread, text, number })
    return true
  }

  function readLine(text: string, number: number): void {
    const nccl = text.indexOf('NCCL')
    if (nccl < 0) {
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
        readLog(text, number, from, level, text.slice(message))
        return
      }
      // Another process wrote into this line: where its own text ends cannot be told, so nothing is taken from it.
      skipped++
      from = next - 4
    }
    readBare(text, number)
  }

  function readLog(text: string, number: number, from: number, level: Level, message: string): void {
    const found = level === 'WARN' ? sourceBefore(text, from) : undefined
    const end = found ? from - found.length : from
    const thread = speakers.threadAt(text, coreStart(text, end), end)
    tell({ message, level, ...(found ? { source: found.source } : {}), thread, text, number })
  }

  function tell(line: LogLine): void {
    first ??= at(line)
    if (line.level === 'WARN') trouble.warning(line)
    dispatch(line)
  }

  /** A line without "NCCL INFO": what libraries print plainly, and excerpts that lost their prefix. */
  function readBare(text: string, number: number): void {
    const message = text.slice(/^(?:\s|[-*>|] |rank \d+: )*/.exec(text)?.[0].length ?? 0)
    const line: LogLine = { message, level: 'none', thread: speakers.nobody, text, number }
    const read =
      watchdog.read({ ...line, message: text }) ||
      trouble.peerAccess(line) ||
      (message.includes(' via ') && edges.readEdge(line)) ||
      (PLAIN.test(message) && dispatch(line))
    if (read) first ??= at(line)
  }

  function dispatch(line: LogLine): boolean {
    for (const kind of kinds[line.message.charCodeAt(0)] ?? [])
      if (line.message.startsWith(kind.starts)) kind.read(line)
    return true
  }

  function version(line: LogLine): void {
    const [, its, number] = /^([NR]CCL) version:? ?:? ?(\d[\w.+-]*)/.exec(line.message) ?? []
    if (number === undefined) return
    if (its === 'RCCL') library = 'RCCL'
    versions.add(number, line, () => copy(number))
  }

  function driver(line: LogLine): void {
    const number = /^cudaDriverVersion (\d+)/.exec(line.message)?.[1]
    if (number !== undefined) drivers.add(number, line, () => Number(number))
  }

  function setting(line: LogLine): void {
    const [, name = '', value = ''] =
      /^([NR]CCL_[A-Z0-9_]+) set (?:by environment )?to (.+?)\.?\s*$/.exec(line.message) ?? []
    if (value !== '')
      settings.add(`${name} ${value}`, line, () => ({ name: copy(name), value: copy(value.slice(0, 200)) }))
  }

  function end(): ReturnType<LineReader['end']> {
    if (!first) return { evidence: [], notes: [] }
    const log: NcclLog = {
      kind: 'nccl-log',
      library,
      speakers: speakers.all(),
      versions: versions.all(),
      drivers: drivers.all(),
      settings: settings.all(),
      networks: network.networks(),
      plugins: network.plugins(),
      nics: network.nics(),
      interfaces: network.interfaces(),
      bootstraps: network.bootstraps(),
      rdmaProblems: network.problems(),
      gpuDirect: network.gpuDirect(),
      communicators: communicators.all,
      edges: edges.edges(communicators.communicatorOf),
      rings: edges.rings(),
      trees: edges.trees(),
      channels: topology.channels(),
      graphs: topology.graphs(),
      failedGraphs: topology.failed(),
      links: topology.links(),
      routes: topology.routes(),
      affinities: topology.affinities(),
      nvls: topology.nvls(),
      peerProblems: trouble.peers(),
      operations: operations.operations(),
      choices: operations.choices(),
      warnings: trouble.warnings(),
      completions: trouble.completions(),
      watchdogs: watchdog.all(),
      place: first,
    }
    return { evidence: [log], notes: [], skipped }
  }
}

/** What libraries print without "NCCL INFO"; the version with its compiler is ncclras's. */
const PLAIN = /^(?:[NR]CCL version(?!.* compiled with )|[NR]CCL_\w+ set )/

function byFirstLetter(kinds: readonly LineKind[]): readonly (readonly LineKind[])[] {
  const table: LineKind[][] = Array.from({ length: 128 }, () => [])
  for (const kind of kinds) table[kind.starts.charCodeAt(0)]?.push(kind)
  return table
}
