/**
 * The text of ncclras (NCCL 2.24 and later; NCCL user guide, RAS), also several queries in a file and the monitoring mode.
 * Of a communicator in order only its group is printed; what stands here are the sections of those that are not.
 */
import type { Place } from '../../evidence/place.ts'
import type { RasCommunicator, RasCount, RasProcess, RasRank, RasReport } from '../../evidence/ras-report.ts'
import { placeOf } from '../../text/quote.ts'
import type { LineParser, LineReader } from '../parser.ts'

export const ncclRas: LineParser = {
  kind: 'lines',
  id: 'nccl-ras',
  title: 'NCCL RAS (ncclras)',
  start: (input) => reader(input),
}

/** A file with more is no output of ncclras. */
const MOST = 10_000

type ReportDraft = {
  -readonly [Key in keyof RasReport]: RasReport[Key] extends readonly (infer Item)[] ? Item[] : RasReport[Key]
}
interface CommunicatorDraft extends RasCommunicator {
  counts?: (RasCount & { members: RasRank[] })[]
  readonly missing: RasRank[]
}

/** The communicator whose sections are being read. */
interface Section {
  readonly communicator: CommunicatorDraft
  /** Within "Communicator ranks have different … operation counts": of which collective, or of all. */
  counting?: { readonly collective?: string }
}

interface Line {
  readonly text: string
  place(): Place
}

/** What lines of ncclras begin with, beside digits. */
const STARTS = '#CDIJMPRTW['
const SPACE = 32

const MEMBER =
  /^Rank (\d+)(?: has launched up to operation (\d+))? -- GPU (\S+) managed by process \d+ on node (\S+)/
const SEVERAL = /^(\d+) ranks have (?:launched up to operation (\d+)|not launched any operations)/

function reader(input: string): LineReader {
  const reports: ReportDraft[] = []
  let section: Section | undefined
  /** Within the section DEAD. */
  let dying = false

  return {
    line(text, number) {
      // Only within a communicator do lines begin with a number; elsewhere those are tables of others.
      let start = 0
      while (text.charCodeAt(start) <= SPACE) start++
      const first = text.charAt(start)
      if (first === '' || !(STARTS.includes(first) || (section && first >= '0' && first <= '9'))) return
      readLine({ text: text.trim(), place: () => placeOf(input, number, text) })
    },
    end: () => ({ evidence: reports, notes: [] }),
  }

  function readLine(line: Line): void {
    if (/^Job summary$|^Communicators\.\.\./.test(line.text)) {
      section = undefined
      const latest = reports.at(-1)
      if (line.text.startsWith('Job') || !latest || latest.communicators.length > 0) begin(line)
      return
    }
    const [, hash] = /^#\d+-\d+ \(([0-9a-f]+)\) [A-Z]/.exec(line.text) ?? []
    if (hash !== undefined) {
      const report = reports.at(-1) ?? begin(line)
      section = { communicator: { hash, missing: [], place: line.place() } }
      if (report.communicators.length < MOST) report.communicators.push(section.communicator)
    } else if (!section || !readSection(section, line)) readProcess(line)
  }

  function begin({ place }: Line): ReportDraft {
    const report: ReportDraft = { kind: 'ras-report', communicators: [], dead: [], place: place() }
    if (reports.length < MOST) reports.push(report)
    return report
  }

  /** "Process 3487984 on node 172.16.64.213 managing GPU 5" under DEAD, or "PEER_DEAD: Process …" when monitoring. */
  function readProcess(line: Line): void {
    const [, gone, pid, host] = /(PEER_DEAD: )?Process (\d+) on node (\S+) managing GPU/.exec(line.text) ?? []
    if (/\bDEAD$/.test(line.text)) dying = true
    else if (/^(?:INCOMPLETE|TIMEOUT|MISMATCH|Warnings)\b/.test(line.text)) dying = false
    if (pid === undefined || host === undefined || !(gone !== undefined || dying)) return
    const process: RasProcess = { pid: Number(pid), host, place: line.place() }
    const report = reports.at(-1) ?? begin(line)
    if (report.dead.length < MOST) report.dead.push(process)
  }
}

/** What ranks of the communicator launched, and which are missing; false for all other lines. */
function readSection(section: Section, { text, place }: Line): boolean {
  const different = /^Communicator ranks have different (?:(\w+) operation counts|status)/.exec(text)
  if (different) {
    const [, collective] = different
    if (collective === undefined) delete section.counting
    else section.counting = collective === 'collective' ? {} : { collective }
    return true
  }
  const { communicator, counting } = section
  const missing = /^The missing ranks?: ([\d, ]+)/.exec(text)?.[1]
  if (missing !== undefined) {
    communicator.missing.push(...missing.split(',').map((rank) => ({ rank: Number(rank) })))
    return true
  }
  const [, ranks, launchedByAll = '0'] = SEVERAL.exec(text) ?? []
  const [, rank, launched, gpu = '', host = ''] = MEMBER.exec(text) ?? []
  if (!counting || (ranks === undefined && rank === undefined)) return false
  communicator.counts ??= []
  const members: RasRank[] = rank === undefined ? [] : [{ rank: Number(rank), host, gpu }]
  if (ranks !== undefined || launched !== undefined)
    communicator.counts.push({
      ...counting,
      launched: Number(launched ?? launchedByAll),
      ranks: Number(ranks ?? 1),
      members,
      place: place(),
    })
  else communicator.counts.at(-1)?.members.push(...members)
  return true
}
