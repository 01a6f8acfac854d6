/**
 * What ranks call (NCCL_DEBUG_SUBSYS=COLL; NCCL src/enqueue.cc):
 *   AllReduce: opCount 1a sendbuff 0x… recvbuff 0x… count 1024 datatype 7 op 0 root 0 comm 0x… [nranks=8] stream 0x…
 */
import type { LogOperation, LogOperations } from '../../evidence/nccl-log-trouble.ts'
import { type Caller, callersOf, LONGEST_CALL } from './callers.ts'
import { choiceReader } from './choices.ts'
import type { LineKind, LogLine, PlaceOf, Thread } from './line.ts'

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

/** Calls and choices: each function gives what was read so far. */
export function operationReader(placeOf: PlaceOf) {
  const callers = callersOf()
  const { choices, readChoice } = choiceReader(placeOf)

  const kinds: readonly LineKind[] = [
    ...COLLECTIVES.map((name) => ({
      starts: `${name}: `,
      read: (line: LogLine) => (line.message.includes(' -> Algo ') ? readChoice(line, name) : readCall(line)),
      again: readCallAgain,
    })),
    ...'0123456789'.split('').map((starts) => ({ starts, read: (line: LogLine) => readChoice(line) })),
  ]
  return { kinds, choices, operations: () => callers.all().map((caller) => operationsOf(caller, placeOf)) }

  function readCallAgain(text: string, at: number, { caller }: Thread, number: number): boolean {
    // Another line torn into this one: where its own text ends cannot be told.
    if (!caller || text.indexOf('NCCL', at) >= 0) return false
    if (!text.startsWith(caller.comm, text.length - caller.commFromEnd)) {
      const comm = text.indexOf(caller.comm, at)
      if (comm < 0) return false
      caller.commFromEnd = text.length - comm
    }
    callers.keep(caller, text, number)
    return true
  }

  function readCall({ message, thread, text, number }: LogLine): void {
    const at = message.indexOf(' comm 0x')
    if (at < 0) return
    const end = message.indexOf(' ', at + 6)
    const pointer = message.slice(at + 6, end < 0 ? undefined : end)
    const first = { message, number, commFromEnd: message.length - at }
    const caller = callers.callerOf(thread.speaker, pointer, first)
    if (!caller) return
    thread.caller = caller
    callers.keep(caller, text, number)
  }
}

function operationsOf(caller: Caller, placeOf: PlaceOf): LogOperations {
  const { speaker, pointer, ranks, calls, firstLine, lastLine, numbers, texts } = caller
  return {
    speaker,
    pointer,
    ...(ranks === undefined ? {} : { ranks }),
    calls,
    firstLine,
    lastLine,
    last: texts
      .map((text, slot) => ({ text: text.slice(0, LONGEST_CALL), number: numbers[slot] ?? 0 }))
      .sort((a, b) => a.number - b.number)
      .flatMap((line) => operationIn(line, placeOf)),
  }
}

function operationIn(line: { text: string; number: number }, placeOf: PlaceOf): readonly LogOperation[] {
  const [, collective, opCount = '', count, datatype, op, root] =
    /(\w+): opCount ([0-9a-f]+) .*? count (\d+) datatype (\d+) op (\d+) root (\d+) comm 0x/.exec(line.text) ??
    []
  if (collective === undefined) return []
  return [
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
