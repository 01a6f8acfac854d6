/**
 * The lines of connections, rings and trees (NCCL src/transport/*.cc, src/graph/connect.cc):
 *   Channel 00/0 : 0[7000] -> 8[7000] [send] via NET/IB/1/GDRDMA/Shared
 *   Ring 00 : 0[0] -> 1[1] via P2P/IPC                                  (2.4)
 *   Channel 00 : 2[3d000] -> 3[3e000] via direct shared memory         (before 2.14)
 * A log of 512 ranks holds millions: they are gathered by rank, direction and transport.
 */
import type { LogEdgeExample, LogEdges, LogRing, LogTransport, LogTree } from '../evidence/nccl-log-ranks.ts'
import { copy, type LineKind, type LogLine, type PlaceOf, type Thread } from './nccl-log-line.ts'
import { gathered } from './nccl-log-said.ts'

/** The connections that one thread reports while it sets up one communicator. */
export interface EdgeBook {
  readonly speaker: number
  communicator?: number
  /** The communicator is complete: what follows belongs to another, or to none that is known. */
  closed: boolean
  readonly edges: Map<number, Entry>
}

interface Entry {
  readonly rank: number
  readonly busId?: string
  readonly direction: 'send' | 'receive'
  readonly transport: LogTransport
  readonly peers: Set<number>
  lines: number
  last: number
  readonly examples: LogEdgeExample[]
}

const MOST_EXAMPLES = 3
const MOST_TRANSPORTS = 10_000
/** Above this no rank of a job lies; it keeps the key of an entry an exact integer. */
const MOST_RANKS = 2 ** 22

export function edgeReader(placeOf: PlaceOf) {
  const books: EdgeBook[] = []
  const transports = new Map<
    string,
    { readonly transport: LogTransport | undefined; readonly index: number }
  >()
  const rings = gathered<LogRing>(placeOf)
  const trees = gathered<LogTree>(placeOf)

  const kinds: readonly LineKind[] = [
    { starts: 'Channel ', read: (line) => readEdge(line) || readRing(line) },
    { starts: 'Ring ', read: readEdge },
    { starts: 'Trees ', read: readTrees },
  ]
  return {
    kinds,
    /** True where the line is a connection, also without "Channel" before it: "rank 0: 0 -> 1 via P2P/IPC". */
    readEdge,
    bookFor,
    books: books as readonly EdgeBook[],
    rings: rings.all,
    trees: trees.all,
  }

  function bookFor(thread: Thread): EdgeBook {
    if (thread.book && !thread.book.closed) return thread.book
    const book: EdgeBook = { speaker: thread.speaker, closed: false, edges: new Map() }
    thread.book = book
    books.push(book)
    return book
  }

  function readEdge(line: LogLine): boolean {
    const { message } = line
    const via = message.indexOf(' via ')
    const arrow = via < 0 ? -1 : message.lastIndexOf(' -> ', via)
    if (arrow < 0) return false
    const [from, fromEnd] = numberBefore(message, arrow)
    const to = numberAt(message, arrow + 4)
    if (from < 0 || to < 0 || from >= MOST_RANKS || to >= MOST_RANKS) return false
    const known = transportOf(message, via + 5)
    if (!known.transport) return false
    const receives = message.startsWith('[receive]', via - 9)
    const rank = receives ? to : from
    const peer = receives ? from : to
    const book = bookFor(line.thread)
    const key = (rank * MOST_TRANSPORTS + known.index) * 2 + (receives ? 1 : 0)
    let entry = book.edges.get(key)
    if (!entry) {
      const label = message.slice(fromEnd, arrow)
      const busId = receives ? labelAt(message, arrow + 4) : /^\[(\w+)\]$/.exec(label)?.[1]
      entry = {
        rank,
        ...(busId !== undefined && busId.length > 3 ? { busId: copy(busId) } : {}),
        direction: receives ? 'receive' : 'send',
        transport: known.transport,
        peers: new Set(),
        lines: 0,
        last: -1,
        examples: [],
      }
      book.edges.set(key, entry)
    }
    entry.lines++
    if (entry.last !== peer) {
      entry.last = peer
      if (!entry.peers.has(peer)) {
        entry.peers.add(peer)
        if (entry.examples.length < MOST_EXAMPLES) {
          const channel = /(?:Channel|Ring) (\d+(?:\/\d+)?)/.exec(message)?.[1]
          entry.examples.push({
            ...(channel === undefined ? {} : { channel: copy(channel) }),
            peer,
            place: placeOf(line),
          })
        }
      }
    }
    return true
  }

  function transportOf(message: string, start: number) {
    const comm = message.indexOf(' comm ', start)
    const text = message.slice(start, comm < 0 ? undefined : comm)
    const known = transports.get(text)
    if (known) return known
    const made = { transport: parseTransport(copy(text.trim())), index: transports.size }
    if (transports.size < MOST_TRANSPORTS) transports.set(copy(text), made)
    else return { transport: undefined, index: 0 }
    return made
  }

  /** Channel 00/24 :    0   1   2   3 */
  function readRing(line: LogLine): void {
    const [, channel, of, order = ''] = /^Channel (\d+)\/(\d+) :\s+([\d\s]+)$/.exec(line.message) ?? []
    if (channel === undefined) return
    rings.add(line.message, line, () => ({
      channel: Number(channel),
      of: Number(of),
      order: order.trim().split(/\s+/).map(Number),
    }))
  }

  /** Trees [0] 1/-1/-1->0->-1 [1] …; before 2.8 with "|" between the way up and down: only the first half is read. */
  function readTrees(line: LogLine): void {
    for (const [its, channel, downs = '', rank, up] of line.message.matchAll(
      /\[(\d+)\] (-?\d+\/-?\d+\/-?\d+)->(\d+)->(-?\d+)/g,
    ))
      trees.add(its, line, () => ({
        channel: Number(channel),
        rank: Number(rank),
        down: downs
          .split('/')
          .map(Number)
          .filter((child) => child >= 0),
        ...(Number(up) < 0 ? {} : { up: Number(up) }),
      }))
  }
}

/** Of all books, those of one rank, direction and transport together. */
export function edgesOf(
  books: readonly EdgeBook[],
  communicatorOf: (book: EdgeBook, rank: number) => number | undefined,
): readonly LogEdges[] {
  const merged = new Map<string, LogEdges & { readonly peers: Set<number>; lines: number }>()
  for (const book of books)
    for (const { last: _, ...entry } of book.edges.values()) {
      const communicator = communicatorOf(book, entry.rank)
      const key = `${book.speaker} ${communicator} ${entry.rank} ${entry.direction} ${entry.transport.text}`
      const known = merged.get(key)
      if (known) {
        known.lines += entry.lines
        for (const peer of entry.peers) known.peers.add(peer)
      } else
        merged.set(key, {
          speaker: book.speaker,
          ...(communicator === undefined ? {} : { communicator }),
          ...entry,
        })
    }
  return [...merged.values()]
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

const isDigit = (code: number): boolean => code >= 48 && code <= 57

function numberAt(text: string, start: number): number {
  let value = -1
  for (let at = start; isDigit(text.charCodeAt(at)); at++)
    value = Math.max(0, value) * 10 + text.charCodeAt(at) - 48
  return value
}

/** The number that ends before `end`, or before the brackets there; and where it ends. */
function numberBefore(text: string, end: number): readonly [number, number] {
  let stop = end
  if (text.charCodeAt(stop - 1) === 93) stop = text.lastIndexOf('[', stop - 1)
  let start = stop
  while (start > 0 && isDigit(text.charCodeAt(start - 1))) start--
  const before = text.charCodeAt(start - 1)
  return start < stop && (start === 0 || before === 32 || before === 58)
    ? [numberAt(text, start), stop]
    : [-1, stop]
}

function labelAt(text: string, start: number): string | undefined {
  return /^\d+\[(\w+)\]/.exec(text.slice(start, start + 40))?.[1]
}
