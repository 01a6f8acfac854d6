/**
 * The two halves of a ring: shares go around and are added up, or are copied. Each ring is an order of ranks and its own channel.
 * Source: Patarasuk & Yuan, "Bandwidth optimal all-reduce algorithms for clusters of workstations", JPDC 69(2), 2009.
 */
import type { ChunkIndex, Pairs, Rank, Round, Step, Transfer } from '../schedule.ts'

export interface Rings {
  readonly orders: readonly (readonly Rank[])[]
  /** Where the chunks begin that belong to `owner` and travel on `ring`; `count` of them. */
  chunkOf(owner: Rank, ring: number): ChunkIndex
  readonly count: number
}

/** The share of a rank sets out at the next one and comes home with the contributions of all. */
export const reduceAround = (rings: Rings): Round => hops(rings, 1, true)

/** The share of a rank sets out at its owner and is copied by all others. */
export const copyAround = (rings: Rings): Round => hops(rings, 0, false)

function hops({ orders, chunkOf, count }: Rings, ahead: number, reduce: boolean): Round {
  const ranks = orders[0]?.length ?? 0
  const step = (hop: number): Step => {
    const moves: Transfer[] = []
    orders.forEach((order, channel) => {
      for (let at = 0; at < ranks; at++) {
        const owner = order[(at + 2 * ranks - hop - ahead) % ranks] as Rank
        const from = order[at] as Rank
        const to = order[(at + 1) % ranks] as Rank
        moves.push({ from, to, chunk: chunkOf(owner, channel), count, reduce, channel })
      }
    })
    return moves
  }
  const pairs = (): readonly Pairs[] =>
    orders.map((order, channel) => ({
      channel,
      from: Int32Array.from(order),
      to: new Int32Array(ranks).map((_, at) => order[(at + 1) % ranks] as Rank),
      count,
    }))
  return { repeat: ranks - 1, step, pairs }
}
