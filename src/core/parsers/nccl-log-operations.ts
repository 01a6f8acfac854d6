/**
 * What ranks call (NCCL_DEBUG_SUBSYS=COLL; NCCL src/enqueue.cc) and what NCCL chooses for it (TUNING):
 *   AllReduce: opCount 1a sendbuff 0x… recvbuff 0x… count 1024 datatype 7 op 0 root 0 comm 0x… [nranks=8] stream 0x…
 *   AllReduce: 1024 Bytes -> Algo RING proto LL channel{Lo..Hi}={0..0}          (2.24)
 *   1024 Bytes -> Algo 1 proto 0 time 12.3                                      (before)
 */
import type { LogChoice } from '../evidence/nccl-log.ts'
import type { LogOperations } from '../evidence/nccl-log-trouble.ts'
import { copy, type LineKind, type LogLine, type PlaceOf } from './nccl-log-line.ts'
import { gathered } from './nccl-log-said.ts'

/** Of each rank so many of the last calls are kept: ranks that wait for each other are never far apart. */
const KEPT = 32
const MOST_CALLERS = 20_000

interface Caller {
  readonly speaker: number
  readonly pointer: string
  ranks?: number
  calls: number
  readonly firstLine: number
  lastLine: number
  /** Of the last KEPT calls: the line's number and its text, as a ring. */
  readonly lines: { readonly number: number; readonly text: string }[]
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
  const choices = gathered<LogChoice>(placeOf)

  const kinds: readonly LineKind[] = [
    ...COLLECTIVES.map((name) => ({
      starts: `${name}: `,
      read: (line: LogLine) => (line.message.includes(' -> Algo ') ? choice(line, name) : call(line)),
    })),
    ...'0123456789'.split('').map((starts) => ({ starts, read: (line: LogLine) => choice(line) })),
  ]
  return { kinds, choices: choices.all, operations }

  function call(line: LogLine): void {
    const { message } = line
    const at = message.indexOf(' comm 0x')
    if (at < 0) return
    const end = message.indexOf(' ', at + 6)
    const pointer = message.slice(at + 6, end < 0 ? undefined : end)
    const key = `${line.thread.speaker} ${pointer}`
    let caller = callers.get(key)
    if (!caller) {
      if (callers.size >= MOST_CALLERS) return
      const ranks = /\[nranks=(\d+)\]/.exec(message)?.[1]
      caller = {
        speaker: line.thread.speaker,
        pointer: copy(pointer),
        ...(ranks === undefined ? {} : { ranks: Number(ranks) }),
        calls: 0,
        firstLine: line.number,
        lastLine: line.number,
        lines: [],
      }
      callers.set(copy(key), caller)
    }
    // Kept as they stand; only the last are taken apart, when the file has been read.
    caller.lines[caller.calls % KEPT] = { number: line.number, text: copy(line.text) }
    caller.calls++
    caller.lastLine = line.number
  }

  function operations(): readonly LogOperations[] {
    return [...callers.values()].map(({ lines, ...caller }) => ({
      ...caller,
      last: lines
        .sort((a, b) => a.number - b.number)
        .flatMap(({ number, text }) => {
          const [, collective, opCount = '', count, datatype, op, root] =
            /(\w+): opCount ([0-9a-f]+) .*? count (\d+) datatype (\d+) op (\d+) root (\d+) comm 0x/.exec(
              text,
            ) ?? []
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
                  place: placeOf({ number, text }),
                },
              ]
        }),
    }))
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

/** Before 2.23 algorithm and protocol are numbers. */
const named = (names: readonly string[], text: string): string =>
  /^\d+$/.test(text) ? (names[Number(text)] ?? text) : text.toUpperCase()
