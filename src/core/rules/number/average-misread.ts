/**
 * "Avg bus bandwidth" is the mean over all sizes, small ones included, and not what the machine can do.
 * Condition (docs/diagnosis.md, Reading a number): it is present and differs from the plateau by > 10 %.
 */

import { judgeableSeries } from '../../analysis/judgeable.ts'
import { threshold } from '../../base/threshold.ts'
import { GBps } from '../../base/units.ts'
import { nameOf } from '../reached.ts'
import { type Found, rule } from '../rule.ts'

const DIFFERS = threshold('average-misread.differs', 0.1, 'share', 'docs/diagnosis.md, Reading a number')

export interface AverageMisreadValues {
  readonly collective: string
  readonly average: number
  readonly measured: number
  readonly bytes: number
  readonly smallest: number
}

export const averageMisread = rule({
  id: 'average-misread',
  needs: ['benchmark'],
  sources: ['nccl-tests src/common.cu', 'nccl-tests #119'],
  check: (facts): readonly Found<AverageMisreadValues>[] =>
    judgeableSeries(facts).flatMap((series) => {
      const { plateau, points, benchmarks, label } = series
      // Where each size was a run of its own, the last one's average is the plateau.
      const average = benchmarks.map((benchmark) => benchmark.average).findLast((rate) => rate !== undefined)
      const smallest = points[0]
      if (!average || !plateau || !smallest || plateau.busbw <= 0) return []
      if (!(Math.abs(average.busbw / plateau.busbw - 1) > DIFFERS.value)) return []
      return [
        {
          severity: 'info',
          confidence: 'certain',
          subject: label,
          values: {
            collective: nameOf(series),
            average: average.busbw * GBps,
            measured: plateau.busbw * GBps,
            bytes: plateau.bytes,
            smallest: smallest.bytes,
          },
          evidence: [average.place, plateau.place],
        },
      ]
    }),
})
