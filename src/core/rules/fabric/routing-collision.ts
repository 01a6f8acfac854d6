/**
 * One pair of nodes is slow although both are fast with all other partners: their routes share a link of the fabric.
 * Warning. A node that is slow with everybody is slow-node. Source: nccl #325;
 * docs/diagnosis.md, Comparing hosts and runs.
 */

import { pairTables } from '../../analysis/pair-table.ts'
import { enoughIf } from '../looked.ts'
import { type Found, rule } from '../rule.ts'

export interface RoutingCollisionValues {
  readonly from: string
  readonly to: string
  readonly measured: number
  /** What both reach with other partners. */
  readonly usual: number
  readonly pairs: number
  readonly others: number
}

export const routingCollision = rule({
  id: 'routing-collision',
  needs: ['node-pairs'],
  sources: ['nccl #349'],
  check: (facts): readonly Found<RoutingCollisionValues>[] =>
    pairTables(facts).flatMap(({ pairs, slowPairs }) => {
      const [worst] = slowPairs.toSorted((a, b) => a.pair.bandwidth / a.usual - b.pair.bandwidth / b.usual)
      if (!worst) return []
      const { pair, usual } = worst
      return [
        {
          severity: 'warning',
          confidence: 'likely',
          values: {
            from: pair.from,
            to: pair.to,
            measured: pair.bandwidth,
            usual,
            pairs: pairs.length,
            others: slowPairs.length - 1,
          },
          evidence: [pair, ...slowPairs.map((slow) => slow.pair).filter((slow) => slow !== pair)]
            .map(({ place }) => place)
            .slice(0, 4),
          measured: { value: pair.bandwidth, unit: 'B/s' },
          expected: { value: usual, unit: 'B/s' },
          lost: 1 - pair.bandwidth / usual,
        },
      ]
    }),
  looked: (facts) => enoughIf(pairTables(facts).length > 0),
})
