/** Sets of ranks whose input a value contains: immutable, one bit a rank. */
import type { Rank } from './schedule.ts'

export type Contributors = Uint32Array

export const nobody = (ranks: number): Contributors => new Uint32Array((ranks + 31) >>> 5)

export const only = (rank: Rank, ranks: number): Contributors => setOf([rank], ranks)

export function setOf(members: readonly Rank[], ranks: number): Contributors {
  const set = nobody(ranks)
  for (const rank of members) set[rank >>> 5] = (set[rank >>> 5] ?? 0) | (1 << (rank & 31))
  return set
}

export const equal = (one: Contributors, other: Contributors): boolean =>
  one.every((word, at) => word === other[at])

export function union(one: Contributors, other: Contributors): Contributors {
  return one.map((word, at) => word | (other[at] ?? 0))
}

/** A rank that is in both; undefined when there is none. */
export function inBoth(one: Contributors, other: Contributors): Rank | undefined {
  for (let at = 0; at < one.length; at++) {
    const shared = (one[at] ?? 0) & (other[at] ?? 0)
    if (shared !== 0) return at * 32 + 31 - Math.clz32(shared & -shared)
  }
  return undefined
}

export function ranksIn(set: Contributors): readonly Rank[] {
  const ranks: Rank[] = []
  set.forEach((word, at) => {
    for (let bit = 0; bit < 32; bit++) if (word & (1 << bit)) ranks.push(at * 32 + bit)
  })
  return ranks
}

export const holds = (set: Contributors, rank: Rank): boolean =>
  ((set[rank >>> 5] ?? 0) & (1 << (rank & 31))) !== 0
