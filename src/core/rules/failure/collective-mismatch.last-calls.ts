/**
 * The last collectives that the ranks of a communicator called, side by side (NCCL_DEBUG_SUBSYS=COLL): calls with the same
 * number must be the same call on every rank. Callers belong together by the communicator's id, else by its number of ranks:
 * each GPU of a host once, one process a host where processes have several GPUs; else nothing is compared.
 */

import { type Communicator, communicators, hostOf } from '../../analysis/communicators.ts'
import { computed, evidenceOf } from '../../analysis/facts.ts'
import { threshold } from '../../base/threshold.ts'
import type { NcclLog } from '../../evidence/nccl-log.ts'
import type { LogOperation, LogOperations } from '../../evidence/nccl-log-trouble.ts'

export interface Caller {
  readonly log: NcclLog
  readonly host?: string
  /** Where the communicator's own lines tell. */
  readonly rank?: number
  readonly device?: number
  readonly operations: LogOperations
}

export interface CallsOfCommunicator {
  readonly ranks: number
  /** The log says that these are the ranks of one communicator; else it only looks so. */
  readonly named: boolean
  readonly callers: readonly Caller[]
}

/** Only those of which every rank is known: a rank that is missing would make all others look ahead of it. */
export const lastCalls = computed((facts): readonly CallsOfCommunicator[] => {
  const named = new Map<Communicator, Caller[]>()
  const open = new Map<number, Unnamed>()
  const unnamed: Unnamed[] = []
  const members = membersByPointer(communicators(facts))
  for (const log of evidenceOf(facts, 'nccl-log'))
    for (const operations of log.operations) {
      const member = members.get(log)?.get(`${operations.speaker} ${operations.pointer}`)
      const host = hostOf(log, operations.speaker)
      const device = log.speakers[operations.speaker]?.device
      const caller: Caller = {
        log,
        operations,
        ...(host === undefined ? {} : { host }),
        ...(device === undefined ? {} : { device }),
        ...(member ? { rank: member.rank } : {}),
      }
      if (member) {
        const callers = named.get(member.communicator) ?? []
        callers.push(caller)
        named.set(member.communicator, callers)
        continue
      }
      const { ranks } = operations
      if (ranks === undefined || log.communicators.length > 0) continue
      const group = open.get(ranks)
      if (group && add(group, caller)) continue
      const fresh: Unnamed = { ranks, callers: [], seats: new Set(), processes: new Map() }
      add(fresh, caller)
      open.set(ranks, fresh)
      unnamed.push(fresh)
    }
  return [
    ...[...named].map(([{ ranks }, callers]) => ({ ranks, callers, named: true })),
    ...unnamed.filter(runTogether).map(({ ranks, callers }) => ({ ranks, callers, named: false })),
  ].filter(({ ranks, callers }) => callers.length === ranks)
})

/** Runs that follow each other in a file have no line of one between those of the other. */
function runTogether({ callers }: Unnamed): boolean {
  const latestStart = Math.max(...callers.map(({ operations }) => operations.firstLine))
  const earliestEnd = Math.min(...callers.map(({ operations }) => operations.lastLine))
  return new Set(callers.map(({ log }) => log)).size > 1 || latestStart < earliestEnd
}

interface Unnamed {
  readonly ranks: number
  readonly callers: Caller[]
  readonly seats: Set<string>
  /** By host: its process, and how many GPUs of it were seen. */
  readonly processes: Map<string | undefined, { readonly pid: number | undefined; gpus: number }>
}

/** False where the caller cannot be of this communicator. */
function add(group: Unnamed, caller: Caller): boolean {
  const { host, device, log, operations } = caller
  const pid = log.speakers[operations.speaker]?.pid
  const seat = `${host} ${device}`
  const process = group.processes.get(host)
  const shared = [...group.processes.values()].some(({ gpus }) => gpus > 1)
  if (group.seats.has(seat) || group.callers.length >= group.ranks) return false
  if (shared && process && process.pid !== pid) return false
  group.seats.add(seat)
  group.callers.push(caller)
  if (process?.pid === pid && process) process.gpus++
  else group.processes.set(host, { pid, gpus: 1 })
  return true
}

function membersByPointer(
  all: readonly Communicator[],
): ReadonlyMap<NcclLog, ReadonlyMap<string, { readonly rank: number; readonly communicator: Communicator }>> {
  const found = new Map<
    NcclLog,
    Map<string, { readonly rank: number; readonly communicator: Communicator }>
  >()
  for (const communicator of all)
    for (const { log, speaker, pointer, rank } of communicator.members.values()) {
      const byPointer =
        found.get(log) ?? new Map<string, { readonly rank: number; readonly communicator: Communicator }>()
      byPointer.set(`${speaker} ${pointer}`, { rank, communicator })
      found.set(log, byPointer)
    }
  return found
}

/** What more ranks than this call is what was meant, and the others are to blame; else nobody is. */
export const USUAL = threshold(
  'collective-mismatch.usual',
  0.5,
  'share',
  'our choice: only the call of more than half of the ranks tells who is wrong',
)

export interface UnequalCall {
  readonly opCount: number
  readonly ranks: number
  /** What most callers do; undefined where no majority does the same. */
  readonly usual: { readonly callers: number; readonly operation: LogOperation } | undefined
  readonly others: readonly { readonly caller: Caller; readonly operation: LogOperation }[]
  /** How many calls of the same callers differ, and whether all ranks agreed on a later one. */
  readonly times: number
  readonly recovered: boolean
  readonly named: boolean
}

/** The first call in which the ranks of a communicator differ; one for each communicator. */
export const unequalCalls = computed((facts): readonly UnequalCall[] =>
  lastCalls(facts).flatMap(({ ranks, callers, named }) => {
    const byCall = new Map<number, { caller: Caller; operation: LogOperation }[]>()
    for (const caller of callers)
      for (const operation of caller.operations.last) {
        const callsOf = byCall.get(operation.opCount) ?? []
        callsOf.push({ caller, operation })
        byCall.set(operation.opCount, callsOf)
      }
    const calls = [...byCall].sort(([a], [b]) => a - b)
    const unequal = calls.filter(
      ([, callsOf]) => new Set(callsOf.map(({ operation }) => signature(operation))).size > 1,
    )
    const [first] = unequal
    if (!first) return []
    const [opCount, callsOf] = first
    const counts = new Map<string, number>()
    for (const { operation } of callsOf)
      counts.set(signature(operation), (counts.get(signature(operation)) ?? 0) + 1)
    const [most] = [...counts].sort(([, a], [, b]) => b - a)
    const majority = most && most[1] > USUAL.value * callsOf.length ? most : undefined
    const usual = callsOf.find(({ operation }) => signature(operation) === majority?.[0])
    const last = calls.findLast(([, all]) => all.length === ranks)
    return [
      {
        opCount,
        ranks,
        usual: usual && majority ? { callers: majority[1], operation: usual.operation } : undefined,
        others: callsOf.filter(({ operation }) => signature(operation) !== majority?.[0]),
        times: unequal.length,
        named,
        recovered: last !== undefined && last[0] > opCount && !unequal.some(([call]) => call === last[0]),
      },
    ]
  }),
)

const signature = ({ collective, count, datatype, op, root }: LogOperation): string =>
  `${collective} ${count} ${datatype} ${op} ${root}`
