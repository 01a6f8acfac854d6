/**
 * What each collective promises, as MPI and NCCL define it: which chunks each rank holds before, which it owes after,
 * whose contributions those must contain, and where they lie in the input and output buffers.
 *
 * A chunk is an identity of data, not a position. k pieces a block give k chunks for all_reduce, reduce and broadcast;
 * k·N for all_gather, reduce_scatter, gather, scatter and send_recv; k·N² for all_to_all.
 */
import type { CollectiveName } from './names.ts'

export type Rank = number
export type ChunkIndex = number

/** A chunk and its place in a buffer, counted in chunks. */
export interface Held {
  readonly chunk: ChunkIndex
  readonly slot: number
}

/** `contributors` are the ranks whose input must be added up in it, no more and no fewer. */
export interface Owed extends Held {
  readonly contributors: readonly Rank[]
}

export interface Conditions {
  readonly collective: CollectiveName
  readonly ranks: number
  readonly root: Rank
  /** Chunks of all data. */
  readonly chunks: number
  /** k: pieces that one block (what one call passes as `count`) is cut into. */
  readonly pieces: number
  before(rank: Rank): readonly Held[]
  after(rank: Rank): readonly Owed[]
}

export interface ConditionOptions {
  readonly ranks: number
  readonly root?: Rank
  readonly pieces?: number
}

export function conditions(
  collective: CollectiveName,
  { ranks, root = 0, pieces = 1 }: ConditionOptions,
): Conditions {
  const all = upTo(ranks)
  const blocks = blocksOf(collective, ranks)
  /** Block `block` of the data at place `at` of a buffer. */
  const held = (block: number, at: number): readonly Held[] =>
    upTo(pieces).map((piece) => ({ chunk: block * pieces + piece, slot: at * pieces + piece }))
  const owed = (block: number, at: number, contributors: readonly Rank[]): readonly Owed[] =>
    held(block, at).map((part) => ({ ...part, contributors }))
  const base = { collective, ranks, root, pieces, chunks: blocks * pieces }
  const everything = () => upTo(blocks).flatMap((block) => held(block, block))

  switch (collective) {
    case 'all_reduce':
      return { ...base, before: everything, after: () => owed(0, 0, all) }
    case 'reduce':
      return { ...base, before: everything, after: (rank) => (rank === root ? owed(0, 0, all) : []) }
    case 'broadcast':
      return {
        ...base,
        before: (rank) => (rank === root ? everything() : []),
        after: () => owed(0, 0, [root]),
      }
    case 'all_gather':
      return {
        ...base,
        before: (rank) => held(rank, 0),
        after: () => all.flatMap((from) => owed(from, from, [from])),
      }
    case 'gather':
      return {
        ...base,
        before: (rank) => held(rank, 0),
        after: (rank) => (rank === root ? all.flatMap((from) => owed(from, from, [from])) : []),
      }
    case 'reduce_scatter':
      return { ...base, before: everything, after: (rank) => owed(rank, 0, all) }
    case 'scatter':
      return {
        ...base,
        before: (rank) => (rank === root ? everything() : []),
        after: (rank) => owed(rank, 0, [root]),
      }
    case 'all_to_all':
      return {
        ...base,
        before: (rank) => all.flatMap((to) => held(rank * ranks + to, to)),
        after: (rank) => all.flatMap((from) => owed(from * ranks + rank, from, [from])),
      }
    case 'send_recv': {
      // As nccl-tests does it: a ring of neighbours, everyone sends to the next.
      const previous = (rank: Rank) => (rank + ranks - 1) % ranks
      return {
        ...base,
        before: (rank) => held(rank, 0),
        after: (rank) => owed(previous(rank), 0, [previous(rank)]),
      }
    }
  }
}

/** Blocks of all data: a block is what one rank contributes to, or gets from, one other. */
function blocksOf(collective: CollectiveName, ranks: number): number {
  switch (collective) {
    case 'all_reduce':
    case 'reduce':
    case 'broadcast':
      return 1
    case 'all_gather':
    case 'reduce_scatter':
    case 'gather':
    case 'scatter':
    case 'send_recv':
      return ranks
    case 'all_to_all':
      return ranks * ranks
  }
}

/** The elements from `start` up to `end` that a slot holds, when a block has `count` elements; any count divides. */
export function elementsOf(
  slot: number,
  pieces: number,
  count: number,
): { readonly start: number; readonly end: number } {
  const block = Math.floor(slot / pieces)
  const piece = slot % pieces
  const cut = (at: number) => block * count + Math.floor((at * count) / pieces)
  return { start: cut(piece), end: cut(piece + 1) }
}

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index)
