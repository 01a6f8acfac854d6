/**
 * The lines of connections, rings and trees (NCCL src/transport/*.cc, src/graph/connect.cc):
 *   Channel 00/0 : 0[7000] -> 8[7000] [send] via NET/IB/1/GDRDMA/Shared
 *   Ring 00 : 0[0] -> 1[1] via P2P/IPC                                  (2.4)
 *   Channel 00 : 2[3d000] -> 3[3e000] via direct shared memory         (before 2.14)
 * A log of 512 ranks holds millions: they are gathered by rank, direction and transport.
 */
import { addNumber, hasNumber, type NumberSet, noNumbers, numbersOf } from '../../base/number-set.ts'
import type {
  LogEdgeExample,
  LogEdges,
  LogRing,
  LogTransport,
  LogTree,
} from '../../evidence/nccl-log-ranks.ts'
import { sayings } from './distinct.ts'
import { copy, type LineKind, type LogLine, type PlaceOf, type Thread } from './line.ts'

/** The connections that one thread reports while it sets up one communicator. */
export interface EdgeBook {
  readonly speaker: number
  /** How many books were begun before. */
  readonly order: number
  communicator?: number
  /** The communicator is complete: what follows belongs to another, or to none that is known. */
  closed: boolean
  readonly edges: Map<number, Entry>
  /** What the last lines of each direction were counted in: the next is usually alike. */
  lastSent: Entry | undefined
  lastReceived: Entry | undefined
}

interface KnownTransport {
  readonly text: string
  readonly transport: LogTransport | undefined
  readonly index: number
}

interface Entry {
  readonly rank: number
  readonly busId?: string
  readonly direction: 'send' | 'receive'
  readonly transport: LogTransport
  /** "NET/IB/0/GDRDMA", as it stands in the lines. */
  readonly text: string
  readonly peers: NumberSet
  lines: number
  readonly examples: Example[]
}

/** A line that will be quoted where the connection is reported. */
interface Example {
  readonly peer: number
  readonly number: number
  readonly text: string
}

const MOST_EXAMPLES = 3
/** No longer line is quoted. */
const LONGEST_QUOTED = 1200
const MOST_TRANSPORTS = 10_000
/** Different connections (rank, direction, transport); a log with more is none. */
const MOST_ENTRIES = 200_000
/** Above this no rank of a job lies; it keeps the key of an entry an exact integer. */
const MOST_RANKS = 2 ** 22

export function edgeReader(placeOf: PlaceOf) {
  /** Those that were not added up yet. */
  const books = new Set<EdgeBook>()
  const merged = new Map<string, Merged>()
  const transports = new Map<string, KnownTransport>()
  let begun = 0
  let entries = 0
  const said = sayings(placeOf)
  const rings = said.gathered<LogRing>()
  const trees = said.gathered<LogTree>()

  const kinds: readonly LineKind[] = [
    { starts: 'Channel ', read: (line) => readEdge(line) || readRing(line), again: countEdge },
    { starts: 'Ring ', read: readEdge },
    { starts: 'Trees ', read: said.alike(readTrees) },
  ]
  return {
    kinds,
    /** True where the line is a connection, also without "Channel" before it: "rank 0: 0 -> 1 via P2P/IPC". */
    readEdge,
    bookFor,
    close,
    edges,
    rings: rings.all,
    trees: trees.all,
  }

  function bookFor(thread: Thread): EdgeBook {
    if (thread.book && !thread.book.closed) return thread.book
    const book: EdgeBook = {
      speaker: thread.speaker,
      order: begun++,
      closed: false,
      edges: new Map(),
      lastSent: undefined,
      lastReceived: undefined,
    }
    thread.book = book
    books.add(book)
    return book
  }

  /** Its communicator is complete, or another begins. */
  function close(book: EdgeBook): void {
    book.closed = true
    if (book.communicator === undefined) return
    for (const entry of book.edges.values()) merge(book, entry, book.communicator)
    entries -= book.edges.size
    books.delete(book)
  }

  function merge(book: EdgeBook, entry: Entry, communicator: number | undefined): void {
    const key = `${book.speaker} ${communicator} ${entry.rank} ${entry.direction} ${entry.text}`
    const known = merged.get(key)
    if (known) {
      known.entry.lines += entry.lines
      for (const peer of numbersOf(entry.peers)) addNumber(known.entry.peers, peer)
    } else if (merged.size < MOST_ENTRIES)
      merged.set(key, { entry, speaker: book.speaker, order: book.order, communicator })
  }

  /** Of all books, those of one rank, direction and transport together. */
  function edges(communicatorOf: (book: EdgeBook, rank: number) => number | undefined): readonly LogEdges[] {
    for (const book of books)
      for (const entry of book.edges.values()) merge(book, entry, communicatorOf(book, entry.rank))
    return [...merged.values()].sort((a, b) => a.order - b.order).map((its) => reported(its, placeOf))
  }

  /**
   * The same for a line like one that was read before, from the channel's number on: it is counted without a string being
   * made of it. False for all others.
   */
  function countEdge(text: string, start: number, { book }: Thread): boolean {
    if (!book || book.closed) return false
    let at = start
    let code = text.charCodeAt(at)
    while (isDigit(code) || code === SLASH) code = text.charCodeAt(++at)
    if (text.charCodeAt(at + 1) !== COLON) return false
    at += 3
    code = text.charCodeAt(at)
    let from = 0
    for (; isDigit(code); code = text.charCodeAt(++at)) from = from * 10 + code - ZERO
    if (code === OPEN) at = afterLabel(text, at)
    if (text.charCodeAt(at + 1) !== DASH || text.charCodeAt(at + 2) !== ARROW) return false
    at += 4
    code = text.charCodeAt(at)
    let to = 0
    for (; isDigit(code); code = text.charCodeAt(++at)) to = to * 10 + code - ZERO
    if (code === OPEN) at = afterLabel(text, at)
    at++
    const receives = text.charCodeAt(at + 1) === R
    if (text.charCodeAt(at) === OPEN) at += receives ? RECEIVE.length : SEND.length
    if (text.charCodeAt(at) !== V || text.charCodeAt(at + 3) !== BLANK) return false
    at += 4
    const entry = receives ? book.lastReceived : book.lastSent
    if (!entry || entry.rank !== (receives ? to : from)) return false
    if (text.length - at !== entry.text.length || text.indexOf(entry.text, at) !== at) return false
    const peer = receives ? from : to
    if (!hasNumber(entry.peers, peer)) {
      if (entry.examples.length < MOST_EXAMPLES || peer >= MOST_RANKS) return false
      addNumber(entry.peers, peer)
    }
    entry.lines++
    return true
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
      if (entries >= MOST_ENTRIES) return false
      entries++
      const label = message.slice(fromEnd, arrow)
      const busId = receives ? labelAt(message, arrow + 4) : /^\[(\w+)\]$/.exec(label)?.[1]
      entry = {
        rank,
        ...(busId !== undefined && busId.length > 3 ? { busId: copy(busId) } : {}),
        direction: receives ? 'receive' : 'send',
        transport: known.transport,
        text: known.text,
        peers: noNumbers(),
        lines: 0,
        examples: [],
      }
      book.edges.set(key, entry)
    }
    if (receives) book.lastReceived = entry
    else book.lastSent = entry
    entry.lines++
    if (!hasNumber(entry.peers, peer)) {
      addNumber(entry.peers, peer)
      if (entry.examples.length < MOST_EXAMPLES)
        entry.examples.push({ peer, number: line.number, text: copy(line.text.slice(0, LONGEST_QUOTED)) })
    }
    return true
  }

  function transportOf(message: string, start: number): KnownTransport {
    const comm = message.indexOf(' comm ', start)
    const text = message.slice(start, comm < 0 ? undefined : comm)
    const known = transports.get(text)
    if (known) return known
    if (transports.size >= MOST_TRANSPORTS) return { text: '', transport: undefined, index: 0 }
    const own = copy(text)
    const made = { text: own, transport: parseTransport(own.trim()), index: transports.size }
    transports.set(own, made)
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

/** What the books say of one rank of a communicator, in one direction, by one transport. */
interface Merged {
  readonly entry: Entry
  readonly speaker: number
  readonly communicator: number | undefined
  /** Of the first book that says so. */
  readonly order: number
}

function reported({ entry, speaker, communicator }: Merged, placeOf: PlaceOf): LogEdges {
  const { text: _, examples, ...rest } = entry
  return {
    speaker,
    ...(communicator === undefined ? {} : { communicator }),
    ...rest,
    examples: examples.map((line): LogEdgeExample => {
      const channel = /(?:Channel|Ring) (\d+(?:\/\d+)?)/.exec(line.text)?.[1]
      return { ...(channel === undefined ? {} : { channel }), peer: line.peer, place: placeOf(line) }
    }),
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

const [SEND, RECEIVE] = ['[send] ', '[receive] ']
const [BLANK, DASH, SLASH, ZERO, COLON, ARROW, OPEN, CLOSE, R, V] = [32, 45, 47, 48, 58, 62, 91, 93, 114, 118]
/** "[7000]": bus ids and numbers of GPUs are short. */
const LONGEST_LABEL = 20

function afterLabel(text: string, start: number): number {
  let at = start + 1
  while (text.charCodeAt(at) !== CLOSE && at < start + LONGEST_LABEL) at++
  return at + 1
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
