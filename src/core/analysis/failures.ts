/**
 * What failed, in the order in which it did, as far as the files tell: the first to die is the cause, what follows is not.
 * How failures unfold over ranks: NCCL src/debug.cc, torch ProcessGroupNCCL.cpp; docs/diagnosis.md, Who failed first.
 */
import { groupBy } from '../base/group-by.ts'
import type { PrintedMessage } from '../evidence/printed-messages.ts'
import { type Message, messageNamed } from '../knowledge/messages/index.ts'
import { communicators, hostOf } from './communicators.ts'
import { computed, evidenceOf, type Facts } from './facts.ts'
import { hostInName } from './host-names.ts'

/** A line of the catalogue, with who wrote it. */
export interface Failure {
  readonly message: Message
  readonly line: PrintedMessage
  readonly host?: string
  readonly rank?: number
}

export interface Failures {
  /** The first to fail first; what follows from another's failure last. Harmless and degraded lines are not among them. */
  readonly inOrder: readonly Failure[]
  /** The cause, as far as these files tell. */
  readonly first?: Failure
}

/** All lines that the catalogue knows. */
export const knownLines = computed((facts): readonly Failure[] => {
  const seats = seatsOf(facts)
  return evidenceOf(facts, 'printed-messages').flatMap(({ lines, input }) =>
    lines.flatMap((line) => {
      const message = line.id === undefined ? undefined : messageNamed(line.id)
      return message ? [{ message, line, ...seats(line, input) }] : []
    }),
  )
})

export const failures = computed((facts): Failures => {
  const lines = knownLines(facts).filter(({ message }) => rankOf(message) !== undefined)
  const isOver = lines.some((line) => isKnownWhole(line) || line.message.class === 'follows')
  const ended = isOver ? lines : []
  const byRank = groupBy(ended, ({ message }) => rankOf(message) ?? 0)
  const inOrder = [...byRank.entries()]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([, alike]) => earliestFirst(alike))
  const [first] = inOrder
  return { inOrder, ...(first ? { first } : {}) }
})

/**
 * A warning that is known by its beginning alone ("NCCL WARN Could not find …") may be one with which NCCL goes on: it ended the job
 * where something else says that the job ended.
 */
export const isKnownWhole = ({ message: { source, fragment } }: Pick<Failure, 'message'>): boolean =>
  source !== 'general' || !/^NCCL WARN [^…]*$/.test(fragment)

/** What names a reason comes before a collective that never ended, that before what repeats a failure, and that before what follows. */
function rankOf({ class: of, topic }: Message): number | undefined {
  if (of === 'gave-up' || of === 'user-error') return topic === 'watchdog' ? 1 : 0
  if (of === 'restates') return 2
  return of === 'follows' ? 3 : undefined
}

/** By time where every line has one, else by line in one file; between files without times a fault of its own comes before one of a connection. */
function earliestFirst(alike: readonly Failure[]): readonly Failure[] {
  const seconds = alike.flatMap(({ line }) => line.seconds ?? [])
  // Times without a year or a zone compare with their like alone.
  const isOneClock = Math.max(...seconds) - Math.min(...seconds) < ONE_JOB_SECONDS
  if (seconds.length === alike.length && isOneClock)
    return alike.toSorted((a, b) => (a.line.seconds ?? 0) - (b.line.seconds ?? 0))
  const inputs = new Set(alike.map(({ line }) => line.place.input))
  if (inputs.size === 1) return alike.toSorted((a, b) => (a.line.place.line ?? 0) - (b.line.place.line ?? 0))
  return alike.toSorted((a, b) => Number(isOfConnection(a.message)) - Number(isOfConnection(b.message)))
}

/** Longer than from the first failure of a job to its end. */
const ONE_JOB_SECONDS = 24 * 3600

/** A NIC or a socket may fail because the other end died; memory, a GPU and a program fail by themselves. */
const isOfConnection = ({ source, topic }: Message): boolean =>
  source === 'verbs' || source === 'ofi' || topic === 'firewall' || topic === 'route'

/** Which host and rank wrote a line: by what it says, by "host:pid" of NCCL's own lines, by the file. */
function seatsOf(facts: Facts) {
  const byProcess = new Map<string, number>()
  const hostOfRank = new Map<number, string>()
  const largestFirst = communicators(facts).toSorted((a, b) => b.ranks - a.ranks)
  for (const { members } of largestFirst)
    for (const [rank, { log, speaker, host }] of members) {
      const { pid, device } = log.speakers[speaker] ?? {}
      const key = `${host} ${pid} ${device}`
      if (!byProcess.has(key)) byProcess.set(key, rank)
      if (host !== undefined && !hostOfRank.has(rank)) hostOfRank.set(rank, host)
    }
  const logs = new Map(evidenceOf(facts, 'nccl-log').map((log) => [log.place.input, log]))
  return ({ speaker }: PrintedMessage, input: string): Pick<Failure, 'host' | 'rank'> => {
    const log = logs.get(input)
    const byRank = speaker.rank === undefined ? undefined : hostOfRank.get(speaker.rank)
    const host = speaker.host ?? byRank ?? (log ? hostOf(log, -1) : hostInName(input))
    const rank = speaker.rank ?? byProcess.get(`${host} ${speaker.pid} ${speaker.device}`)
    return { ...(host === undefined ? {} : { host }), ...(rank === undefined ? {} : { rank }) }
  }
}
