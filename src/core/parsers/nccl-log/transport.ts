/** The way that data takes between two ranks: what stands after "via" (NCCL src/transport/*.cc). */
import type { LogTransport } from '../../evidence/nccl-log-ranks.ts'
import { copy } from '../../text/copy.ts'

/** A transport as some line names it. */
export interface KnownTransport {
  readonly text: string
  /** undefined where the text is none. */
  readonly transport: LogTransport | undefined
  readonly index: number
}

/** Different ones; a log with more is none. */
export const MOST_TRANSPORTS = 10_000

/** Each transport is parsed once; gives what stands in a message from `start` on. */
export function transportsOf(): (message: string, start: number) => KnownTransport {
  const transports = new Map<string, KnownTransport>()
  return (message, start) => {
    const comm = message.indexOf(' comm ', start)
    const text = message.slice(start, comm < 0 ? undefined : comm)
    const known = transports.get(text)
    if (known) return known
    if (transports.size >= MOST_TRANSPORTS) return { text: '', transport: undefined, index: 0 }
    const own = copy(text)
    const parsed = { text: own, transport: parseTransport(own.trim()), index: transports.size }
    transports.set(own, parsed)
    return parsed
  }
}

const SUFFIXES = /^(?:\/(?:GDRDMA(?:\((?:PCI|C2C|Data Direct)\))?|Shared))*$/
const FLAVOURS = /^(?:IPC|CUMEM|MNNVL|direct pointer|direct|read|CE|\/)*(?:indirect\/\d+(?:\[\w+\])?)?$/

/** Strict: a torn line must not look like a connection without GDRDMA. */
export function parseTransport(text: string): LogTransport | undefined {
  const plain = { text, gpuDirect: false, shared: false }
  if (text.startsWith('P2P')) return FLAVOURS.test(text.slice(3)) ? { kind: 'p2p', ...plain } : undefined
  if (text === 'direct shared memory' || /^SHM(?:\/(?:direct|CE|IPC))*$/.test(text))
    return { kind: 'shm', ...plain }
  const [, kind, network, nic, through, suffixes = ''] =
    /^(NET|COLLNET)\/([^/]+)\/(\d+)(?:\((\d+)\))?(\/.*)?$/.exec(text) ?? []
  if (kind === undefined || network === undefined || !SUFFIXES.test(suffixes)) return undefined
  return {
    kind: kind === 'NET' ? 'net' : 'collnet',
    text,
    network,
    nic: Number(nic),
    ...(through === undefined ? {} : { through: Number(through) }),
    gpuDirect: suffixes.includes('GDRDMA'),
    shared: suffixes.includes('Shared'),
  }
}
