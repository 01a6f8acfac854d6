/**
 * One host's table of a test lies clearly below those of its siblings: the node, whatever the machine should reach.
 * Bands as for any share of what is expected (diagnosis-in-practice.md section 8), beyond three times the siblings' spread.
 */
import { siblings } from '../analysis/siblings.ts'
import { groupBy } from '../base/group-by.ts'
import { GBps } from '../base/units.ts'
import { nameOf, rate } from './reached.ts'
import { rule } from './rule.ts'

const WARNING = -0.1
const ERROR = -0.4
const SPREADS = 3

export const slowNode = rule({
  id: 'slow-node',
  needs: ['benchmark'],
  check(facts) {
    const low = siblings(facts).filter(
      ({ fromSiblings, point, middle, spread }) =>
        fromSiblings < WARNING && middle - point.highest > SPREADS * spread,
    )
    return [...groupBy(low, ({ host }) => host)].flatMap(([host, its]) => {
      const [worst] = its.toSorted((a, b) => a.fromSiblings - b.fromSiblings)
      if (!worst) return []
      const { series, point, middle, hosts, fromSiblings } = worst
      return [
        {
          severity: fromSiblings < ERROR ? 'error' : 'warning',
          confidence: 'certain',
          subject: series.label,
          concerns: its.map((it) => it.series.label),
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
  },
  looked: (facts) => siblings(facts).length > 0,
})
