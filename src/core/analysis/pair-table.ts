/**
 * A table of node pairs: nodes that are slow with every partner, and pairs that are slow although both are fast with all
 * others (their routes collide). Both directions of a pair count as one measurement each.
 */

import { median } from 'simple-statistics'
import { groupBy } from '../base/group-by.ts'
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
        const nodePairs = of.get(node)
        if (nodePairs) nodePairs.push(pair)
        else of.set(node, [pair])
      }
    const nodes = new Map([...of].map(([node, nodePairs]) => [node, nodeOf(node, nodePairs)]))
    const usual = median([...nodes.values()].map(({ middle }) => middle))
    const slowNodes = [...of].flatMap(([node, nodePairs]): SlowPartner[] => {
      const { middle = usual, partners = 0 } = nodes.get(node) ?? {}
      const worst = nodePairs.reduce((low, pair) => (pair.bandwidth < low.bandwidth ? pair : low))
      return partners >= FEWEST_PARTNERS.value && middle < LOW.value * usual
        ? [{ node, middle, usual, nodes: of.size, worst }]
        : []
    })
    const slow = new Set(slowNodes.map(({ node }) => node))
    const slowPairs = pairs.flatMap((pair): SlowPair[] => {
      if (slow.has(pair.from) || slow.has(pair.to)) return []
      const ends = [pair.from, pair.to].flatMap((node) => nodes.get(node) ?? [])
      const partners = Math.min(...ends.map((end) => end.partners))
      const both = Math.min(...ends.map(({ middle }) => middle))
      return partners >= FEWEST_PARTNERS.value && pair.bandwidth < LOW.value * both
        ? [{ pair, usual: both }]
        : []
    })
    return { pairs, slowPairs, slowNodes }
  }),
)

/** A pair that was measured again in the same direction counts once, by the middle of its values. */
function nodeOf(
  node: string,
  pairs: readonly NodePair[],
): { readonly middle: number; readonly partners: number } {
  const directions = [
    ...groupBy(pairs, ({ from, to }) => (from === node ? `to ${to}` : `from ${from}`)).values(),
  ]
  return {
    middle: median(directions.map((same) => median(same.map(({ bandwidth }) => bandwidth)))),
    partners: new Set(pairs.map(({ from, to }) => (from === node ? to : from))).size,
  }
}
