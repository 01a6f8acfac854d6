/**
 * busbw falls above a size and stays down: packet loss or congestion (RoCE), a buffer that overflows.
 * Condition (docs/diagnosis.md, Shapes of a curve; thresholds in rules/number/size-collapse.measure.ts): by > 50 %, to the end of the sweep.
 */

import { showsShape } from '../../analysis/curves.ts'
import { judgeableSeries } from '../../analysis/judgeable.ts'
import { GBps } from '../../base/units.ts'
import { enoughIf } from '../looked.ts'
import { nameOf, rate } from '../reached.ts'
import { type Found, rule } from '../rule.ts'
import { collapse } from './size-collapse.measure.ts'

export interface SizeCollapseValues {
  readonly collective: string
  readonly nodes?: number
  /** The largest size that was still fine, and what it reached. */
  readonly bytes: number
  readonly best: number
  /** The first size after it, and the median from there on. */
  readonly fromBytes: number
  readonly measured: number
  readonly drop: number
}

export const sizeCollapse = rule({
  id: 'size-collapse',
  needs: ['benchmark'],
  sources: ['nccl #1453'],
  check: (facts): readonly Found<SizeCollapseValues>[] =>
    judgeableSeries(facts).flatMap((series) => {
      const found = collapse(series.points)
      if (!found) return []
      const { last, best, first, after, drop } = found
      const nodes = series.machine?.nodes ?? (series.hosts.length > 1 ? series.hosts.length : undefined)
      return [
        {
          severity: 'error',
          confidence: 'certain',
          subject: series.label,
          values: {
            collective: nameOf(series),
            bytes: last.bytes,
            best: best.busbw * GBps,
            fromBytes: first.bytes,
            measured: after * GBps,
            drop,
            ...(nodes === undefined ? {} : { nodes }),
          },
          evidence: [first.place, last.place],
          explains: ['bandwidth-below-expected', 'size-dip'],
          measured: rate(after),
          expected: rate(best.busbw),
          lost: drop,
        },
      ]
    }),
  looked: (facts) => enoughIf(judgeableSeries(facts).some(showsShape)),
})
