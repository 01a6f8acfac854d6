/**
 * One host's table of a test lies clearly below those of its siblings: the node, whatever the machine should reach.
 * Bands as for any share of what is expected (docs/diagnosis.md, Comparing hosts and runs), beyond three times the siblings' spread.
 */

import type { Facts } from '../../analysis/facts.ts'
import { pairTables } from '../../analysis/pair-table.ts'
import { siblings } from '../../analysis/siblings.ts'
import { groupBy } from '../../base/group-by.ts'
import { threshold } from '../../base/threshold.ts'
import { GBps } from '../../base/units.ts'
import { enoughIf } from '../looked.ts'
import { nameOf, rate } from '../reached.ts'
import { type Found, rule } from '../rule.ts'

const BELOW = threshold('slow-node.below', 0.1, 'share', 'docs/diagnosis.md, Reading a number')
const FAR_BELOW = threshold('slow-node.far-below', 0.4, 'share', 'docs/diagnosis.md, Reading a number')
/** Standard deviations of the others: a normal distribution passes that in one of seven hundred. */
const SPREADS = threshold(
  'slow-node.spreads',
  3,
  'factor',
  'our choice: the three sigma that are customary for outliers',
)

export interface SlowNodeValues {
  readonly host: string
  readonly collective: string
  readonly measured: number
  /** Undefined in a table of node pairs. */
  readonly bytes?: number
  /** Median of all hosts. */
  readonly siblings: number
  readonly hosts: number
  /** 1 - measured / siblings */
  readonly below: number
}

export const slowNode = rule({
  id: 'slow-node',
  needs: [['benchmark', 'node-pairs']],
  sources: ['nccl #349'],
  check: (facts): readonly Found<SlowNodeValues>[] => [...ofRuns(facts), ...ofPairs(facts)],
  looked: (facts) => enoughIf(siblings(facts).length > 0 || pairTables(facts).length > 0),
})

/** In a table of node pairs: slow with nearly every partner. */
function ofPairs(facts: Facts): readonly Found<SlowNodeValues>[] {
  return pairTables(facts).flatMap(({ slowNodes }) =>
    slowNodes.map(({ node, middle, usual, nodes, worst }) => ({
      severity: 1 - middle / usual > FAR_BELOW.value ? ('error' as const) : ('warning' as const),
      confidence: 'likely' as const,
      subject: node,
      values: {
        host: node,
        collective: 'send_recv',
        measured: middle,
        siblings: usual,
        hosts: nodes,
        below: 1 - middle / usual,
      },
      evidence: [worst.place],
      measured: { value: middle, unit: 'B/s' as const },
      expected: { value: usual, unit: 'B/s' as const },
      lost: 1 - middle / usual,
    })),
  )
}

function ofRuns(facts: Facts): readonly Found<SlowNodeValues>[] {
  const low = siblings(facts).filter(
    ({ fromSiblings, point, middle, spread }) =>
      -fromSiblings > BELOW.value && middle - point.highest > SPREADS.value * spread,
  )
  return [...groupBy(low, ({ host }) => host)].flatMap(([host, ofHost]) => {
    const [worst] = ofHost.toSorted((a, b) => a.fromSiblings - b.fromSiblings)
    if (!worst) return []
    const { series, point, middle, hosts, fromSiblings } = worst
    return [
      {
        severity: -fromSiblings > FAR_BELOW.value ? 'error' : 'warning',
        confidence: 'certain',
        subject: series.label,
        concerns: ofHost.map((it) => it.series.label),
        values: {
          host,
          collective: nameOf(series),
          measured: point.busbw * GBps,
          bytes: point.bytes,
          siblings: middle * GBps,
          hosts,
          below: -fromSiblings,
        },
        evidence: [point.place],
        explains: ['bandwidth-below-expected', 'collectives-disagree'],
        measured: rate(point.busbw),
        expected: rate(middle),
        lost: -fromSiblings,
      },
    ]
  })
}
