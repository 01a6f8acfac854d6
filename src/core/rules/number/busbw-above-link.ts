/**
 * busbw above what a link or all NICs carry in one direction. That is right with NVLS (the switch reduces: wire =
 * algbw (N+1)/N) and with a tree on two nodes; otherwise there is more hardware than was said.
 * Condition: docs/diagnosis.md, Reading a number.
 */

import { aboveLink } from '../../analysis/busbw-above-link.ts'
import { judged } from '../../analysis/judged.ts'
import { GBps } from '../../base/units.ts'
import { nameOf, rate } from '../reached.ts'
import { type Found, rule } from '../rule.ts'

export interface BusbwAboveLinkValues {
  readonly collective: string
  readonly ranks: number
  readonly measured: number
  readonly bytes: number
  /** One direction of what bounds it, bytes/s. */
  readonly of: 'links' | 'nics'
  readonly link: number
  readonly why: 'nvls' | 'tree-on-two-nodes' | 'more-than-said'
  /** What crossed the wire, bytes/s; algbw (N+1)/N with NVLS. */
  readonly wire?: number
}

export const busbwAboveLink = rule({
  id: 'busbw-above-link',
  needs: ['benchmark'],
  sources: ['nccl-tests #212', 'nccl #812', 'nccl-tests doc/PERFORMANCE.md'],
  check: (facts): readonly Found<BusbwAboveLinkValues>[] =>
    judged(facts).flatMap((judgedSeries) => {
      const { series, point, expectation } = judgedSeries
      const link = aboveLink(judgedSeries)
      if (!link) return []
      const { rate: most, of, why } = link
      return [
        {
          severity: 'info',
          confidence: why === 'more-than-said' ? 'possible' : 'likely',
          subject: series.label,
          values: {
            collective: nameOf(series),
            ranks: expectation.ranks,
            measured: point.busbw * GBps,
            bytes: point.bytes,
            link: most,
            of,
            why,
            ...(why === 'nvls'
              ? { wire: (point.algbw * GBps * (expectation.ranks + 1)) / expectation.ranks }
              : {}),
          },
          evidence: [point.place],
          measured: rate(point.busbw),
          peak: { value: most, unit: 'B/s' },
        },
      ]
    }),
})
