/**
 * A table of node pairs: nodes that are slow with every partner, and pairs that are slow although both are fast with all
 * others (their routes collide). Both directions of a pair count as one measurement each.
 */

import { median } from 'simple-statistics'
import { threshold } from '../base/threshold.ts'
import type { NodePair } from '../evidence/node-pairs.ts'
import { computed, evidenceOf } from './facts.ts'

export interface SlowPair {
  readonly pair: NodePair
  /** The lower of what its two nodes reach with others. */
  readonly usual: number
}

export interface SlowPartner {
  readonly node: string
  readonly middle: number
  readonly usual: number
  readonly nodes: number
  readonly worst: NodePair
}

export interface PairTable {
  readonly pairs: readonly NodePair[]
  readonly slowPairs: readonly SlowPair[]
  readonly slowNodes: readonly SlowPartner[]
}

const FEWEST_PARTNERS = threshold(
  'pair-table.partners',
  3,
  'count',
  'our choice: with fewer partners nothing is usual for a node',
)
/** As for any share of what is expected: below 80 % is low. */
const LOW = threshold('pair-table.low', 0.8, 'share', 'docs/diagnosis.md, Reading a number')

export const pairTables = computed((facts): readonly PairTable[] =>
  evidenceOf(facts, 'node-pairs').map(({ pairs }) => {
    const of = new Map<string, NodePair[]>()
    for (const pair of pairs)
      for (const node of [pair.from, pair.to]) {
        const its = of.get(node)
        if (its) its.push(pair)
        else of.set(node, [pair])
      }
    const middles = new Map(
      [...of].map(([node, its]) => [node, median(its.map(({ bandwidth }) => bandwidth))]),
    )
    const usual = median([...middles.values()])
    const slowNodes = [...of].flatMap(([node, its]): SlowPartner[] => {
      const middle = middles.get(node) ?? usual
      const worst = its.reduce((low, pair) => (pair.bandwidth < low.bandwidth ? pair : low))
      return its.length >= FEWEST_PARTNERS.value && middle < LOW.value * usual
        ? [{ node, middle, usual, nodes: of.size, worst }]
        : []
    })
    const slow = new Set(slowNodes.map(({ node }) => node))
    const slowPairs = pairs.flatMap((pair): SlowPair[] => {
      if (slow.has(pair.from) || slow.has(pair.to)) return []
      const partners = Math.min(of.get(pair.from)?.length ?? 0, of.get(pair.to)?.length ?? 0)
      const both = Math.min(middles.get(pair.from) ?? 0, middles.get(pair.to) ?? 0)
      return partners >= FEWEST_PARTNERS.value && pair.bandwidth < LOW.value * both
        ? [{ pair, usual: both }]
        : []
    })
    return { pairs, slowPairs, slowNodes }
  }),
)
