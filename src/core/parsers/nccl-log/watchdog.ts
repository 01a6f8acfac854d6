/**
 * PyTorch's watchdog, which stops a job whose collective does not end (torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp):
 *   [Rank 3] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=12, OpType=ALLREDUCE, NumelIn=1024, …, Timeout(ms)=600000) ran for …
 *   [PG ID 0 PG GUID 0(default_pg) Rank 3] … detected by watchdog at work: 12, last enqueued NCCL work: 13, last completed NCCL work: 11.
 */
import type { LogWatchdog } from '../../evidence/nccl-log-trouble.ts'
import { copy } from '../../text/copy.ts'
import type { LogLine, PlaceOf } from './line.ts'

/** A job repeats these lines for every pending work. */
const MOST_WATCHDOGS = 5_000

type Draft = { -readonly [Key in keyof LogWatchdog]: LogWatchdog[Key] }

const TIMEOUT =
  /Watchdog caught collective operation timeout: WorkNCCL\(SeqNum=(\d+), OpType=(\w+)(?:, NumelIn=(\d+))?.*?Timeout\(ms\)=(\d+)\)/
const STATE =
  /(?:at (?:NCCL )?work(?: sequence id)?: (\d+).*?)?last enqueued(?: NCCL)? work: (-?\d+), last completed(?: NCCL)? work: (-?\d+)/
const GROUP = /\[PG (?:ID )?(\w+)(?: PG GUID [^\s(]*)?(?: ?\(([\w.-]+)\))? Rank \d+\]/

/** `all` gives what was read so far. */
export function watchdogReader(placeOf: PlaceOf) {
  /** By group and rank: the first work that timed out counts, the rest follows from it. */
  const found = new Map<string, Draft>()
  return { read, all: (): readonly LogWatchdog[] => [...found.values()] }

  /** For lines that hold "atchdog" or "NCCL work". */
  function read(line: LogLine): boolean {
    const { message } = line
    const rank = /\[(?:PG [^\]]*)?Rank (\d+)\]/.exec(message)?.[1]
    if (rank === undefined) return false
    const timeout = TIMEOUT.exec(message)
    const state = STATE.exec(message)
    if (!timeout && !state) return false
    // The line of the timeout names no group: it is the same rank's.
    const [, id, name] = GROUP.exec(message) ?? []
    const group = id === undefined ? undefined : name === undefined ? id : `${id} (${name})`
    const draft = draftOf(rank, group, line)
    if (draft && timeout && draft.operation === undefined) addTimeout(draft, timeout)
    if (draft && state) addState(draft, state)
    return true
  }

  function draftOf(rank: string, group: string | undefined, line: LogLine): Draft | undefined {
    const key = `${rank} ${group ?? ''}`
    const known = found.get(key)
    if (known) return known
    const open = found.get(`${rank} `)
    if (group !== undefined && open) {
      open.group = copy(group)
      found.delete(`${rank} `)
      found.set(key, open)
      return open
    }
    if (group === undefined)
      for (const [other, draft] of found)
        if (other.startsWith(`${rank} `) && draft.operation === undefined) return draft
    if (found.size >= MOST_WATCHDOGS) return undefined
    const draft: Draft = {
      rank: Number(rank),
      ...(group === undefined ? {} : { group: copy(group) }),
      place: placeOf(line),
    }
    found.set(key, draft)
    return draft
  }
}

function addTimeout(
  draft: Draft,
  [, sequence, operation = '', elements, milliseconds]: RegExpExecArray,
): void {
  draft.sequence = Number(sequence)
  draft.operation = copy(operation)
  if (elements !== undefined) draft.elements = Number(elements)
  draft.timeoutSeconds = Number(milliseconds) / 1000
}

function addState(draft: Draft, [, sequence, enqueued, completed]: RegExpExecArray): void {
  if (sequence !== undefined) draft.sequence ??= Number(sequence)
  draft.lastEnqueued ??= Number(enqueued)
  draft.lastCompleted ??= Number(completed)
}
