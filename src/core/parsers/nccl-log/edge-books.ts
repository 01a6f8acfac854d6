/** All connections of a log: a book for each thread and communicator, added up when the communicator is complete. */
import { addNumber, numbersOf } from '../../base/number-set.ts'
import type { LogEdgeExample, LogEdges } from '../../evidence/nccl-log-ranks.ts'
import { type EdgeBook, type EdgeGroup, newEdgeBook, newEdgeGroup } from './edge-book.ts'
import type { PlaceOf, Thread } from './line.ts'
import { type KnownTransport, MOST_TRANSPORTS } from './transport.ts'

/** Different connections (rank, direction, transport); a log with more is none. */
const MOST_GROUPS = 200_000

/** The communicator that a rank of a book sets up, where it is known. */
export type CommunicatorOf = (book: EdgeBook, rank: number) => number | undefined

/** Of one log. */
export interface EdgeBooks {
  bookFor(thread: Thread): EdgeBook
  /** Its communicator is complete, or another begins. */
  close(book: EdgeBook): void
  /** The group of these connections; undefined where there are too many already. */
  groupIn(
    book: EdgeBook,
    rank: number,
    direction: EdgeGroup['direction'],
    transport: KnownTransport,
    busId: () => string | undefined,
  ): EdgeGroup | undefined
  /** Of all books, those of one rank, direction and transport together. */
  edges(communicatorOf: CommunicatorOf): readonly LogEdges[]
}

/** For one log. */
export function edgeBooks(placeOf: PlaceOf): EdgeBooks {
  /** Those that were not added up yet, and how many groups they have. */
  const books = new Set<EdgeBook>()
  let groups = 0
  let begun = 0
  const merged = new Map<string, Merged>()

  function merge(book: EdgeBook, group: EdgeGroup, communicator: number | undefined): void {
    const key = `${book.speaker} ${communicator} ${group.rank} ${group.direction} ${group.text}`
    const known = merged.get(key)
    if (known) {
      known.group.lines += group.lines
      for (const peer of numbersOf(group.peers)) addNumber(known.group.peers, peer)
    } else if (merged.size < MOST_GROUPS)
      merged.set(key, { group, speaker: book.speaker, order: book.order, communicator })
  }

  return {
    bookFor(thread) {
      if (thread.book && !thread.book.closed) return thread.book
      const book = newEdgeBook(thread.speaker, begun++)
      thread.book = book
      books.add(book)
      return book
    },
    close(book) {
      book.closed = true
      if (book.communicator === undefined) return
      for (const group of book.groups.values()) merge(book, group, book.communicator)
      groups -= book.groups.size
      books.delete(book)
    },
    groupIn(book, rank, direction, { index, transport, text }, busId) {
      const key = (rank * MOST_TRANSPORTS + index) * 2 + (direction === 'receive' ? 1 : 0)
      const known = book.groups.get(key)
      if (known || !transport || groups >= MOST_GROUPS) return known
      groups++
      const group = newEdgeGroup({ rank, direction, transport, text }, busId())
      book.groups.set(key, group)
      return group
    },
    edges(communicatorOf) {
      for (const book of books)
        for (const group of book.groups.values()) merge(book, group, communicatorOf(book, group.rank))
      return [...merged.values()]
        .sort((a, b) => a.order - b.order)
        .map((connections) => logEdgesOf(connections, placeOf))
    },
  }
}

/** What the books say of one rank of a communicator, in one direction, by one transport. */
interface Merged {
  readonly group: EdgeGroup
  readonly speaker: number
  readonly communicator: number | undefined
  /** Of the first book that says so. */
  readonly order: number
}

function logEdgesOf({ group, speaker, communicator }: Merged, placeOf: PlaceOf): LogEdges {
  const { text: _, examples, ...rest } = group
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
