/**
 * The lines that begin and end the setup of a communicator (NCCL src/init.cc), every version:
 *   ncclCommInitRank comm 0x… rank 3 nranks 8 cudaDev 3 nvmlDev 3 busId 5d000 commId 0x… - Init START | COMPLETE
 *   comm 0x… rank 8 nranks 16 cudaDev 0 busId 101c0 - Init COMPLETE                     (before 2.17)
 *   comm 0x… rank 2 nRanks 4 nNodes 1 localRanks 4 localRank 2 MNNVL 0                  (2.21)
 */
import type { LogCommunicatorRank } from '../../evidence/nccl-log-ranks.ts'
import { copy } from '../../text/copy.ts'
import type { EdgeBook } from './edge-book.ts'
import type { EdgeBooks } from './edge-books.ts'
import type { LineKind, LogLine, PlaceOf } from './line.ts'

/** Ranks of all communicators together. */
const MOST_RANKS = 200_000

type RankDraft = { -readonly [Key in keyof LogCommunicatorRank]: LogCommunicatorRank[Key] }

/** The books of a thread's connections are closed where its communicator is complete. */
export function communicatorReader(placeOf: PlaceOf, books: Pick<EdgeBooks, 'bookFor' | 'close'>) {
  const all: RankDraft[] = []
  /** The latest of a speaker with this pointer: memory is used again. */
  const latest = new Map<string, number>()
  const bySpeaker = new Map<number, number[]>()

  const kinds: readonly LineKind[] = [
    { starts: 'comm 0x', read },
    { starts: 'ncclComm', read },
    { starts: '[Rank ', read },
  ]
  return { kinds, all: all as readonly LogCommunicatorRank[], communicatorOf }

  function read(line: LogLine): void {
    const { message, thread } = line
    const [, pointer] = /\bcomm (0x[0-9a-f]+)/.exec(message) ?? []
    if (pointer === undefined) return
    const fields = fieldsOf(message)
    const ranks = fields.nranks ?? fields.nRanks
    if (fields.rank === undefined || ranks === undefined || fields.rank >= ranks) return
    const starts = message.includes('Init START')
    const index = indexOf(line, pointer, fields.rank, ranks, starts)
    if (index === undefined) return
    const draft = all[index] as RankDraft
    add(draft, fields, message)
    if (starts) {
      draft.started = placeOf(line)
      if (thread.book) books.close(thread.book)
      books.bookFor(thread).communicator = index
    } else if (message.includes('Init COMPLETE')) {
      draft.complete ??= placeOf(line)
      // Before 2.17 nothing says that the setup begins: what this thread reported since the last is of this one.
      if (!thread.book || thread.book.closed) return
      thread.book.communicator ??= index
      books.close(thread.book)
    }
  }

  /** Where the rank stands in `all`: the latest with this pointer, or a new one. */
  function indexOf(line: LogLine, pointer: string, rank: number, ranks: number, starts: boolean) {
    const { speaker } = line.thread
    const key = `${speaker} ${pointer} ${rank}`
    const known = latest.get(key)
    const before = known === undefined ? undefined : all[known]
    if (before && before.ranks === ranks && !(starts && before.complete)) return known
    if (all.length >= MOST_RANKS) return undefined
    const index = all.push({ speaker, rank, ranks, pointer: copy(pointer), place: placeOf(line) }) - 1
    latest.set(key, index)
    const others = bySpeaker.get(speaker)
    if (others) others.push(index)
    else bySpeaker.set(speaker, [index])
    return index
  }

  /** The communicator of a book, or the only one in which its speaker has this rank. */
  function communicatorOf(book: EdgeBook, rank: number): number | undefined {
    if (book.communicator !== undefined) return book.communicator
    const indices = bySpeaker.get(book.speaker) ?? []
    const [only] = indices
    return indices.length === 1 && only !== undefined && all[only]?.rank === rank ? only : undefined
  }
}

interface Fields {
  readonly rank?: number
  readonly nranks?: number
  readonly nRanks?: number
  readonly cudaDev?: number
  readonly nvmlDev?: number
  readonly nNodes?: number
  readonly localRanks?: number
  readonly MNNVL?: number
}

const FIELDS = ['rank', 'nranks', 'nRanks', 'cudaDev', 'nvmlDev', 'nNodes', 'localRanks', 'MNNVL'] as const

function fieldsOf(message: string): Fields {
  const fields: { -readonly [Key in keyof Fields]: Fields[Key] } = {}
  for (const name of FIELDS) {
    const value = numberBehind(message, name)
    if (value !== undefined) fields[name] = value
  }
  return fields
}

/** The number behind the first "name " that is a word of its own. */
function numberBehind(message: string, name: string): number | undefined {
  for (let at = message.indexOf(name); at >= 0; at = message.indexOf(name, at + 1)) {
    if (at > 0 && isWordCharacter(message.charCodeAt(at - 1))) continue
    if (message.charCodeAt(at + name.length) !== BLANK) continue
    const start = at + name.length + 1
    let end = start
    while (isDigit(message.charCodeAt(end))) end++
    if (end > start && !isWordCharacter(message.charCodeAt(end))) return Number(message.slice(start, end))
  }
  return undefined
}

const [BLANK, UNDERSCORE] = [32, 95]
const isDigit = (code: number): boolean => code >= 48 && code <= 57
const isWordCharacter = (code: number): boolean =>
  isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === UNDERSCORE

function add(draft: RankDraft, fields: Fields, message: string): void {
  if (fields.cudaDev !== undefined) draft.cudaDevice = fields.cudaDev
  if (fields.nvmlDev !== undefined) draft.nvmlDevice = fields.nvmlDev
  if (fields.nNodes !== undefined) draft.nodes = fields.nNodes
  if (fields.localRanks !== undefined) draft.localRanks = fields.localRanks
  if (fields.MNNVL !== undefined) draft.multiNodeNvlink = fields.MNNVL > 0
  const busId = /\bbusId ([0-9a-f]+)\b/.exec(message)?.[1]
  if (busId !== undefined) draft.busId ??= copy(busId)
  const id = /\bcommId (0x[0-9a-f]+)/.exec(message)?.[1]
  if (id !== undefined) draft.id ??= copy(id)
}
