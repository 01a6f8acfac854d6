/**
 * Bytes that a collective moves: what it must move at the least, and what rings and trees move.
 * `size` is what nccl-tests prints: the full vector S, for all_gather the gathered whole.
 * Bounds: Patarasuk & Yuan 2009 (all_reduce), Chan et al. 2007 (the others).
 */
import type { Bytes } from '../base/units.ts'
import type { CollectiveName } from './names.ts'

export interface Traffic {
  /** By the rank that sends most. */
  readonly sent: Bytes
  /** By the rank that receives most. */
  readonly received: Bytes
  /** By all ranks together. */
  readonly total: Bytes
}

/** The least that the busiest rank sends and receives in any algorithm without a reducing switch, when no rank does more than need be. */
export function leastTraffic(collective: CollectiveName, ranks: number, size: Bytes): Traffic {
  const others = (ranks - 1) / ranks
  switch (collective) {
    case 'all_reduce':
      return { sent: 2 * others * size, received: 2 * others * size, total: 2 * (ranks - 1) * size }
    case 'all_gather':
    case 'reduce_scatter':
    case 'all_to_all':
      return { sent: others * size, received: others * size, total: (ranks - 1) * size }
    case 'broadcast':
    case 'reduce':
      return ranks === 1 ? NOTHING : { sent: size, received: size, total: (ranks - 1) * size }
    case 'gather':
      return ranks === 1 ? NOTHING : { sent: size / ranks, received: others * size, total: others * size }
    case 'scatter':
      return ranks === 1 ? NOTHING : { sent: others * size, received: size / ranks, total: others * size }
    case 'send_recv':
      return ranks === 1 ? NOTHING : { sent: size, received: size, total: ranks * size }
  }
}

const NOTHING: Traffic = { sent: 0, received: 0, total: 0 }

/** Steps of a ring: 2(N-1) for all_reduce, N-1 for its halves. */
export const ringSteps = (
  collective: 'all_reduce' | 'all_gather' | 'reduce_scatter',
  ranks: number,
): number => (collective === 'all_reduce' ? 2 * (ranks - 1) : ranks - 1)

/** All-reduce over one binary tree (rank r's children are 2r+1 and 2r+2): up to the root and down again. */
export function treeAllReduce(ranks: number, size: Bytes): Traffic {
  const links = Array.from({ length: ranks }, (_, rank) => {
    const children = [2 * rank + 1, 2 * rank + 2].filter((child) => child < ranks).length
    return children + (rank === 0 ? 0 : 1)
  })
  // Every link of a rank carries S up and S down: one of them away from the rank, one towards it.
  const busiest = Math.max(...links) * size
  return { sent: busiest, received: busiest, total: 2 * (ranks - 1) * size }
}

/** What the root of that tree sends: nothing up, the sum down to each child. */
export const treeRootSent = (ranks: number, size: Bytes): Bytes => Math.min(2, ranks - 1) * size

/** NCCL's double binary tree (src/graph/trees.cc): half the data on each, a rank is interior in one at most. */
export function doubleTreeAllReduce(ranks: number, size: Bytes): Traffic {
  const busiest = (DOUBLE_TREE_OF_FEW[ranks] ?? 2) * size
  return { sent: busiest, received: busiest, total: 2 * (ranks - 1) * size }
}

/** With fewer than four ranks no rank has two children. */
const DOUBLE_TREE_OF_FEW: Readonly<Record<number, number>> = { 1: 0, 2: 1, 3: 1.5 }

/** Bytes moved when an all_gather is done as reduce_scatter + all_gather, that is, as an all_reduce: twice its own. */
export const gatherAsAllReduce = (ranks: number, size: Bytes): Bytes =>
  leastTraffic('all_reduce', ranks, size).sent
