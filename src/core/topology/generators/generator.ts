/** What a generator of topologies is: one file each; index.ts lists them. */
import type { LinkRate, Topology } from '../topology.ts'

export interface Generator {
  /** The word before the colon. */
  readonly id: string
  /** "torus:AxB" */
  readonly grammar: string
  readonly examples: readonly string[]
  /** Sides it takes: [least, most] numbers after the colon. */
  readonly sides: readonly [least: number, most: number]
  /** Ranks of such sides; undefined when no such topology exists. */
  ranksOf(sides: readonly number[]): number | undefined
  /** More would not fit into memory. */
  readonly mostRanks: number
  build(sides: readonly number[], rate: LinkRate): Topology
}

export const MANY = 2 ** 20

export const rankName = (node: number): string => `rank${node}`

/** Ranks by their number, then switches counted from 0. */
export const switchedName =
  (ranks: number) =>
  (node: number): string =>
    node < ranks ? rankName(node) : `switch${node - ranks}`

export const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index)
