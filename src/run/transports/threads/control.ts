/**
 * The control block: what ranks that are threads exchange through words of the shared memory. It lies before the
 * arenas of the ranks. Words that different ranks write stand on different pairs of cache lines (x86 fetches lines in pairs).
 */
import type { Address } from '../../memory/heap.ts'

const APART_BYTES = 128
const WORD = 4
/** The state of a rank, then why it departed: the length of the text and the text as UTF-8. */
const LIVENESS_BYTES = 512

/** A call of a native algorithm that a rank has announced; see direct.ts. */
export const ANNOUNCEMENT_BYTES = 32

export interface Control extends ControlLayout {
  /** The block as words. */
  readonly words: Int32Array
}

/** Indexes count words of the block. */
export interface ControlLayout {
  readonly start: Address
  /** First byte after the block. */
  readonly end: Address
  /** How many ranks sleep; 0 nearly always, so that nobody need look at them one by one. */
  readonly sleepers: number
  /** How many ranks are gone, for whatever reason. */
  readonly departures: number
  /** 1 while the rank sleeps. */
  sleeping(rank: number): number
  /** Changes whenever something came for the rank; the word that it sleeps on. */
  bell(rank: number): number
  /** A `Liveness`, then the length of the reason in bytes, then the reason. */
  liveness(rank: number): number
  /** Announcement `parity` (0 or 1) of the rank, followed by room for `publishedBytes` of its input. */
  announcement(rank: number, parity: number): number
  /** The last round of a native algorithm that the rank has finished. */
  finished(rank: number): number
  /** Address of the newest connection from one rank to another; see connections.ts. */
  connections(from: number, to: number): number
}

/** Lays out the block of `ranks` ranks from `start` on; every rank of a run computes the same. */
export function layControl(start: Address, ranks: number, publishedBytes: number): ControlLayout {
  let next = 0
  const take = (bytes: number, count = 1): ((index: number) => number) => {
    const first = next
    const apart = Math.ceil(bytes / APART_BYTES) * APART_BYTES
    next += apart * count
    return (index) => (first + index * apart) / WORD
  }
  const counts = take(WORD * 2)(0)
  const sleeping = take(WORD * ranks)(0)
  const bells = take(WORD, ranks)
  const liveness = take(LIVENESS_BYTES, ranks)
  const announcements = take(ANNOUNCEMENT_BYTES + publishedBytes, ranks * 2)
  const finished = take(WORD, ranks)
  const connections = take(WORD * ranks, ranks)
  return {
    start,
    end: start + next,
    sleepers: counts,
    departures: counts + 1,
    sleeping: (rank) => sleeping + rank,
    bell: bells,
    liveness,
    announcement: (rank, parity) => announcements(rank * 2 + parity),
    finished,
    connections: (from, to) => connections(from) + to,
  }
}

export const openControl = (memory: WebAssembly.Memory, layout: ControlLayout): Control => ({
  ...layout,
  words: new Int32Array(memory.buffer, layout.start, (layout.end - layout.start) / WORD),
})

export const REASON_BYTES = LIVENESS_BYTES - 2 * WORD
