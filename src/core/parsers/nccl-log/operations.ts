/**
 * What ranks call (NCCL_DEBUG_SUBSYS=COLL; NCCL src/enqueue.cc) and what NCCL chooses for it (TUNING):
 *   AllReduce: opCount 1a sendbuff 0x… recvbuff 0x… count 1024 datatype 7 op 0 root 0 comm 0x… [nranks=8] stream 0x…
 *   AllReduce: 1024 Bytes -> Algo RING proto LL channel{Lo..Hi}={0..0}          (2.24)
 *   1024 Bytes -> Algo 1 proto 0 time 12.3                                      (before)
 */
import type { LogChoice } from '../../evidence/nccl-log.ts'
import type { LogOperation, LogOperations } from '../../evidence/nccl-log-trouble.ts'
import { sayings } from './distinct.ts'
import { copy, type LineKind, type LogLine, type PlaceOf, type Thread } from './line.ts'

/** Of each rank so many of the last calls are kept: ranks that wait for each other are never far apart. */
const KEPT = 32
const MOST_CALLERS = 20_000
/** After so many lines, texts that are still kept are copied: most were displaced before. */
const OWNED_EVERY = 1024
/** No longer line is quoted. */
const LONGEST = 1200

/** Who calls: a speaker with one of its communicators. */
export interface Caller {
  readonly speaker: number
  readonly pointer: string
  ranks?: number
  /** " comm 0x… ", as it stands in its lines, and how far from their ends: the stream behind it is usually the same. */
  readonly comm: string
  commFromEnd: number
  calls: number
  readonly firstLine: number
  lastLine: number
  /** Of the last KEPT calls: the numbers and texts of their lines, as rings. */
  readonly numbers: number[]
  readonly texts: string[]
  /** So many of the calls have texts of their own; those that came since hold on to the piece of the file they are in. */
  owned: number
}

const COLLECTIVES = [
  'AllReduce',
  'AllGather',
  'ReduceScatter',
  'Broadcast',
  'Reduce',
  'AlltoAll',
  'AllToAll',
  'Gather',
  'Scatter',
]
const ALGORITHMS = ['TREE', 'RING', 'COLLNET_DIRECT', 'COLLNET_CHAIN', 'NVLS', 'NVLS_TREE', 'PAT']
const PROTOCOLS = ['LL', 'LL128', 'SIMPLE']

export function operationReader(placeOf: PlaceOf) {
  const callers = new Map<string, Caller>()
  const said = sayings(placeOf)
  const choices = said.gathered<LogChoice>()
  /** Whose latest texts are not their own, and the line from which on they must be. */
  let borrowing: Caller[] = []
  let ownedFrom = OWNED_EVERY

  const kinds: readonly LineKind[] = [
    ...COLLECTIVES.map((name) => ({
      starts: `${name}: `,
      read: (line: LogLine) => (line.message.includes(' -> Algo ') ? choice(line, name) : call(line)),
      again,
    })),
    ...'0123456789'.split('').map((starts) => ({ starts, read: (line: LogLine) => choice(line) })),
  ]
  return { kinds, choices: choices.all, operations }

  function again(text: string, at: number, { caller }: Thread, number: number): boolean {
    // Another line torn into this one: where its own text ends cannot be told.
    if (!caller || text.indexOf('NCCL', at) >= 0) return false
    if (!text.startsWith(caller.comm, text.length - caller.commFromEnd)) {
      const comm = text.indexOf(caller.comm, at)
      if (comm < 0) return false
      caller.commFromEnd = text.length - comm
    }
    keep(caller, text, number)
    return true
  }

  function call(line: LogLine): void {
    const { message, thread } = line
    const at = message.indexOf(' comm 0x')
    if (at < 0) return
    const end = message.indexOf(' ', at + 6)
    const pointer = message.slice(at + 6, end < 0 ? undefined : end)
    const key = `${thread.speaker} ${pointer}`
    let caller = callers.get(key)
    if (!caller) {
      if (callers.size >= MOST_CALLERS) return
      const ranks = /\[nranks=(\d+)\]/.exec(message)?.[1]
      const own = copy(pointer)
      caller = {
        speaker: thread.speaker,
        pointer: own,
        comm: ` comm ${own} `,
        commFromEnd: message.length - at,
        ...(ranks === undefined ? {} : { ranks: Number(ranks) }),
        calls: 0,
        firstLine: line.number,
        lastLine: line.number,
        numbers: [],
        texts: [],
        owned: 0,
      }
      callers.set(copy(key), caller)
    }
    thread.caller = caller
    keep(caller, line.text, line.number)
  }

  /** Kept as they stand; only the last are taken apart, when the file has been read. */
  function keep(caller: Caller, text: string, number: number): void {
    if (caller.owned === caller.calls) borrowing.push(caller)
    const slot = caller.calls % KEPT
    caller.numbers[slot] = number
    caller.texts[slot] = text
    caller.calls++
    caller.lastLine = number
    if (number >= ownedFrom) ownAll(number)
  }

  function ownAll(number: number): void {
    for (const caller of borrowing) {
      for (let its = Math.max(caller.owned, caller.calls - KEPT); its < caller.calls; its++)
        caller.texts[its % KEPT] = copy(caller.texts[its % KEPT]?.slice(0, LONGEST) ?? '')
      caller.owned = caller.calls
    }
    borrowing = []
    ownedFrom = number + OWNED_EVERY
  }

  function operations(): readonly LogOperations[] {
    return [...callers.values()].map(
      ({ speaker, pointer, ranks, calls, firstLine, lastLine, numbers, texts }) => ({
        speaker,
        pointer,
        ...(ranks === undefined ? {} : { ranks }),
        calls,
        firstLine,
        lastLine,
        last: texts
          .map((text, slot) => ({ text: text.slice(0, LONGEST), number: numbers[slot] ?? 0 }))
          .sort((a, b) => a.number - b.number)
          .flatMap((line) => operationIn(line, placeOf)),
      }),
    )
  }

  function choice(line: LogLine, collective?: string): void {
    const [, bytes, algorithm = '', protocol = ''] =
      /(\d+) Bytes -> Algo (\w+) proto (\w+)/.exec(line.message) ?? []
    if (bytes === undefined) return
    const [algo, proto] = [named(ALGORITHMS, algorithm), named(PROTOCOLS, protocol)]
    choices.add(`${collective} ${bytes} ${algo} ${proto}`, line, () => ({
      ...(collective === undefined ? {} : { collective }),
      bytes: Number(bytes),
      algorithm: copy(algo),
      protocol: copy(proto),
    }))
  }
}

function operationIn(line: { text: string; number: number }, placeOf: PlaceOf): readonly LogOperation[] {
  const [, collective, opCount = '', count, datatype, op, root] =
    /(\w+): opCount ([0-9a-f]+) .*? count (\d+) datatype (\d+) op (\d+) root (\d+) comm 0x/.exec(line.text) ??
    []
  return collective === undefined
    ? []
    : [
        {
          opCount: Number.parseInt(opCount, 16),
          collective,
          count: Number(count),
          datatype: Number(datatype),
          op: Number(op),
          root: Number(root),
          place: placeOf(line),
        },
      ]
}

/** Before 2.23 algorithm and protocol are numbers. */
const named = (names: readonly string[], text: string): string =>
  /^\d+$/.test(text) ? (names[Number(text)] ?? text) : text.toUpperCase()
