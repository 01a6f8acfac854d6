/**
 * The text of ncclras (NCCL 2.24 and later; NCCL user guide, RAS), also several queries in a file and the monitoring mode.
 * Of a communicator in order only its group is printed; what stands here are the sections of those that are not.
 */
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

type Draft = {
  -readonly [Key in keyof RasReport]: RasReport[Key] extends readonly (infer Item)[] ? Item[] : RasReport[Key]
}
interface CommunicatorDraft extends RasCommunicator {
  counts?: (RasCount & { members: RasRank[] })[]
  readonly missing: RasRank[]
}

/** What lines of ncclras begin with, beside digits. */
const STARTS = '#CDIJMPRTW['
const SPACE = 32

const MEMBER =
  /^Rank (\d+)(?: has launched up to operation (\d+))? -- GPU (\S+) managed by process \d+ on node (\S+)/
const SEVERAL = /^(\d+) ranks have (?:launched up to operation (\d+)|not launched any operations)/

function reader(input: string): LineReader {
  const reports: Draft[] = []
  let communicator: CommunicatorDraft | undefined
  let collective: string | undefined
  /** Within "Communicator ranks have different … operation counts". */
  let counting = false
  /** Within the section DEAD. */
  let dying = false

  return {
    line(text, number) {
      // Only within a communicator do lines begin with a number; elsewhere those are tables of others.
      let start = 0
      while (text.charCodeAt(start) <= SPACE) start++
      const first = text.charAt(start)
      if (first === '' || !(STARTS.includes(first) || (communicator && first >= '0' && first <= '9'))) return
      const its = text.trim()
      if (/^Job summary$|^Communicators\.\.\./.test(its)) {
        communicator = undefined
        if (its.startsWith('Job') || !reports.at(-1) || reports.at(-1)?.communicators.length)
          begin(text, number)
        return
      }
      const [, hash] = /^#\d+-\d+ \(([0-9a-f]+)\) [A-Z]/.exec(its) ?? []
      if (hash !== undefined) {
        const report = reports.at(-1) ?? begin(text, number)
        communicator = { hash, missing: [], place: placeOf(input, number, text) }
        counting = false
        if (report.communicators.length < MOST) report.communicators.push(communicator)
      } else if (communicator && within(communicator, its, text, number)) return
      else readProcess(its, text, number)
    },
    end: () => ({ evidence: reports, notes: [] }),
  }

  function begin(text: string, number: number): Draft {
    const report: Draft = {
      kind: 'ras-report',
      communicators: [],
      dead: [],
      place: placeOf(input, number, text),
    }
    if (reports.length < MOST) reports.push(report)
    return report
  }

  function within(its: CommunicatorDraft, line: string, text: string, number: number): boolean {
    const different = /^Communicator ranks have different (?:(\w+) operation counts|status)/.exec(line)
    if (different) {
      counting = different[1] !== undefined
      collective = different[1] === 'collective' ? undefined : different[1]
      return true
    }
    const missing = /^The missing ranks?: ([\d, ]+)/.exec(line)?.[1]
    if (missing !== undefined) {
      its.missing.push(...missing.split(',').map((rank) => ({ rank: Number(rank) })))
      return true
    }
    const [, ranks, launched = '0'] = SEVERAL.exec(line) ?? []
    const [, rank, up, gpu = '', host = ''] = MEMBER.exec(line) ?? []
    if (!counting || (ranks === undefined && rank === undefined)) return false
    its.counts ??= []
    const member: RasRank[] = rank === undefined ? [] : [{ rank: Number(rank), host, gpu }]
    if (ranks !== undefined || up !== undefined)
      its.counts.push({
        ...(collective === undefined ? {} : { collective }),
        launched: Number(up ?? launched),
        ranks: Number(ranks ?? 1),
        members: member,
        place: placeOf(input, number, text),
      })
    else its.counts.at(-1)?.members.push(...member)
    return true
  }

  /** "Process 3487984 on node 172.16.64.213 managing GPU 5" under DEAD, or "PEER_DEAD: Process …" when monitoring. */
  function readProcess(its: string, text: string, number: number): void {
    const [, gone, pid, host] = /(PEER_DEAD: )?Process (\d+) on node (\S+) managing GPU/.exec(its) ?? []
    if (/\bDEAD$/.test(its)) dying = true
    else if (/^(?:INCOMPLETE|TIMEOUT|MISMATCH|Warnings)\b/.test(its)) dying = false
    if (pid === undefined || host === undefined || !(gone !== undefined || dying)) return
    const process: RasProcess = { pid: Number(pid), host, place: placeOf(input, number, text) }
    const report = reports.at(-1) ?? begin(text, number)
    if (report.dead.length < MOST) report.dead.push(process)
  }
}
