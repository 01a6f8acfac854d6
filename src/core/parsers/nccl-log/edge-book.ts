/**
 * The connections that one thread of a job reports while it sets up one communicator, gathered by rank, direction and
 * transport: a log of 512 ranks holds millions of lines.
 */
import { addNumber, hasNumber, type NumberSet, noNumbers } from '../../base/number-set.ts'
import type { LogTransport } from '../../evidence/nccl-log-ranks.ts'
import { copy } from '../../text/copy.ts'

/** What one thread reports of one communicator. */
export interface EdgeBook {
  readonly speaker: number
  /** How many books were begun before. */
  readonly order: number
  communicator?: number
  /** The communicator is complete: what follows belongs to another, or to none that is known. */
  closed: boolean
  readonly groups: Map<number, EdgeGroup>
  /** What the last lines of each direction were counted in: the next is usually alike. */
  lastSent: EdgeGroup | undefined
  lastReceived: EdgeGroup | undefined
}

/** The connections of one rank, in one direction, by one transport. */
export interface EdgeGroup {
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
/** Above this no rank of a job lies; it keeps the key of a group an exact integer. */
export const MOST_RANKS = 2 ** 22

/** No line of it was read yet. */
export const newEdgeBook = (speaker: number, order: number): EdgeBook => ({
  speaker,
  order,
  closed: false,
  groups: new Map(),
  lastSent: undefined,
  lastReceived: undefined,
})

/** No line of it was counted yet. */
export const newEdgeGroup = (
  group: Pick<EdgeGroup, 'rank' | 'direction' | 'transport' | 'text'>,
  busId: string | undefined,
): EdgeGroup => ({
  rank: group.rank,
  ...(busId !== undefined && busId.length > 3 ? { busId: copy(busId) } : {}),
  direction: group.direction,
  transport: group.transport,
  text: group.text,
  peers: noNumbers(),
  lines: 0,
  examples: [],
})

/** One more line of the group; the first few peers are quoted. */
export function countEdge(
  book: EdgeBook,
  group: EdgeGroup,
  peer: number,
  line: { readonly number: number; readonly text: string },
): void {
  if (group.direction === 'receive') book.lastReceived = group
  else book.lastSent = group
  group.lines++
  if (hasNumber(group.peers, peer)) return
  addNumber(group.peers, peer)
  if (group.examples.length < MOST_EXAMPLES)
    group.examples.push({ peer, number: line.number, text: copy(line.text.slice(0, LONGEST_QUOTED)) })
}

/** One more line of the group without a look at it; false where the line must be looked at, for it will be quoted. */
export function countEdgeAgain(group: EdgeGroup, peer: number): boolean {
  if (!hasNumber(group.peers, peer)) {
    if (group.examples.length < MOST_EXAMPLES || peer >= MOST_RANKS) return false
    addNumber(group.peers, peer)
  }
  group.lines++
  return true
}
