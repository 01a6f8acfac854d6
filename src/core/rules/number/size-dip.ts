/**
 * busbw falls at one or two sizes and recovers: where NCCL changes algorithm or protocol, or a setting moved that point.
 * Condition (docs/diagnosis.md, Shapes of a curve; thresholds in rules/number/size-dip.measure.ts): by > 15 % at one or two sizes.
 */

import { showsShape } from '../../analysis/curves.ts'
import { judgeableSeries } from '../../analysis/judgeable.ts'
import { GBps } from '../../base/units.ts'
import { enoughIf } from '../looked.ts'
import { nameOf, rate } from '../reached.ts'
import { type Found, rule } from '../rule.ts'
import { dips } from './size-dip.measure.ts'

export interface SizeDipValues {
  readonly collective: string
  readonly bytes: number
  readonly measured: number
  readonly before: number
  readonly beforeBytes: number
  readonly after: number
  readonly afterBytes: number
  readonly drop: number
  /** Further dips of the curve, less deep. */
  readonly others: number
}

export const sizeDip = rule({
  id: 'size-dip',
  needs: ['benchmark'],
  sources: ['NCCL src/graph/tuning.cc'],
  check: (facts): readonly Found<SizeDipValues>[] =>
    judgeableSeries(facts).flatMap((series) => {
      const all = dips(series.points).toSorted((a, b) => b.drop - a.drop)
      const [deepest] = all
      if (!deepest) return []
      const { before, lowest, after, drop } = deepest
      return [
        {
          severity: 'warning',
          confidence: lowest.repeats > 1 ? 'certain' : 'likely',
          subject: series.label,
          values: {
            collective: nameOf(series),
            bytes: lowest.bytes,
            measured: lowest.busbw * GBps,
            before: before.busbw * GBps,
            beforeBytes: before.bytes,
            after: after.busbw * GBps,
            afterBytes: after.bytes,
            drop,
            others: all.length - 1,
          },
          evidence: [lowest.place, before.place, after.place],
          measured: rate(lowest.busbw),
          expected: rate(before.busbw),
          lost: drop,
        },
      ]
    }),
  looked: (facts) => enoughIf(judgeableSeries(facts).some(showsShape)),
})
