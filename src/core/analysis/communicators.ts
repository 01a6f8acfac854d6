/**
 * Communicators, put together from what their ranks log, across files. Ranks belong together by the communicator's id
 * (NCCL 2.17 and later); before that by their number of ranks, each rank and each GPU once: a second one begins the next
 * communicator, which keeps two jobs in one file apart.
 */
import type { NcclLog } from '../evidence/nccl-log.ts'
import type { LogCommunicatorRank } from '../evidence/nccl-log-ranks.ts'
import { computed, evidenceOf } from './facts.ts'
import { hostInName } from './host-names.ts'

export interface Communicator {
  readonly id?: string
  readonly ranks: number
  /** By rank; ranks whose lines the files lack are missing. */
  readonly members: ReadonlyMap<number, Member>
  /** Of the members that are known. */
  readonly hosts: readonly string[]
}

export interface Member extends LogCommunicatorRank {
  readonly log: NcclLog
  readonly host?: string
}

/**
 * The host that a line came from: its prefix, else the file's name, else the only one that other lines of the file name, save
 * where the rest of "host:pid:tid [device]" shows that the line lost its own.
 */
export function hostOf(log: NcclLog, speaker: number): string | undefined {
  const { host, device } = log.speakers[speaker] ?? {}
  if (host !== undefined) return host
  const { inName, only, withPid } = ofFile(log)
  return inName ?? (device !== undefined && withPid ? undefined : only)
}

interface OfFile {
  readonly inName: string | undefined
  readonly only: string | undefined
  /** Its lines have heads. */
  readonly withPid: boolean
}

const known = new WeakMap<NcclLog, OfFile>()

function ofFile(log: NcclLog): OfFile {
  const held = known.get(log)
  if (held) return held
  const [only, ...more] = new Set(log.speakers.flatMap(({ host }) => host ?? []))
  const ofLog = {
    inName: hostInName(log.place.input),
    only: more.length === 0 ? only : undefined,
    withPid: log.speakers.some(({ pid }) => pid !== undefined),
  }
  known.set(log, ofLog)
  return ofLog
}

interface Group {
  readonly id?: string
  readonly ranks: number
  readonly members: Map<number, Member>
  readonly seats: Map<string, number | undefined>
}

const groups = computed((facts): readonly Group[] => {
  const all: Group[] = []
  const byId = new Map<string, Group>()
  /** Those without an id that still lack ranks, by their number of ranks. */
  const open = new Map<number, Group>()
  for (const log of evidenceOf(facts, 'nccl-log'))
    for (const rank of log.communicators) {
      const host = hostOf(log, rank.speaker)
      const member: Member = { ...rank, log, ...(host === undefined ? {} : { host }) }
      const seat = `${host} ${rank.busId ?? rank.cudaDevice ?? rank.speaker}`
      const pid = log.speakers[rank.speaker]?.pid
      const known =
        rank.id === undefined
          ? fitting(open.get(rank.ranks), rank.rank, seat)
          : byId.get(`${rank.id} ${rank.ranks}`)
      const group = known ?? {
        ...(rank.id === undefined ? {} : { id: rank.id }),
        ranks: rank.ranks,
        members: new Map(),
        seats: new Map(),
      }
      if (!known) {
        all.push(group)
        if (rank.id === undefined) open.set(rank.ranks, group)
        else byId.set(`${rank.id} ${rank.ranks}`, group)
      }
      if (!group.members.has(rank.rank)) group.members.set(rank.rank, member)
      group.seats.set(seat, pid)
    }
  return all
})

const fitting = (group: Group | undefined, rank: number, seat: string): Group | undefined =>
  group && !group.members.has(rank) && !group.seats.has(seat) ? group : undefined

export const communicators = computed((facts): readonly Communicator[] =>
  groups(facts).map(({ id, ranks, members: all }) => {
    const members = onTheirHosts(all)
    return {
      ...(id === undefined ? {} : { id }),
      ranks,
      members,
      hosts: [...new Set([...members.values()].flatMap(({ host }) => (host === undefined ? [] : [host])))],
    }
  }),
)

/**
 * Where a rank's line names no host, and on the only one that others name another rank sits on that GPU, it is on another
 * host: a GPU has one rank.
 */
function onTheirHosts(all: ReadonlyMap<number, Member>): ReadonlyMap<number, Member> {
  const names = ({ log, speaker }: Member) => log.speakers[speaker]?.host !== undefined
  const seats = new Set(
    [...all.values()].flatMap((member) => (names(member) ? [`${member.host} ${member.busId}`] : [])),
  )
  return new Map(
    [...all].map(([rank, member]) => {
      const { host, ...elsewhere } = member
      const isTaken = member.busId !== undefined && !names(member) && seats.has(`${host} ${member.busId}`)
      return [rank, isTaken ? elsewhere : member]
    }),
  )
}

/** The communicator that a rank of a log belongs to. */
export const communicatorOf = computed(
  (facts): ((log: NcclLog, index: number) => Communicator | undefined) => {
    const of = new Map<LogCommunicatorRank, Communicator>()
    const at = new Map<NcclLog, Map<string, Communicator>>()
    for (const communicator of communicators(facts))
      for (const member of communicator.members.values()) {
        const ofLog = at.get(member.log) ?? new Map<string, Communicator>()
        ofLog.set(keyOf(member), communicator)
        at.set(member.log, ofLog)
      }
    return (log, index) => {
      const rank = log.communicators[index]
      if (!rank) return undefined
      const known = of.get(rank) ?? at.get(log)?.get(keyOf(rank))
      if (known) of.set(rank, known)
      return known
    }
  },
)

const keyOf = ({ speaker, pointer, rank, place }: LogCommunicatorRank): string =>
  `${speaker} ${pointer} ${rank} ${place.line}`
