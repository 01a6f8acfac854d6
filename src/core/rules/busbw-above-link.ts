/**
 * busbw above what a link or all NICs carry in one direction. That is right with NVLS (the switch reduces: wire =
 * algbw (N+1)/N) and with a tree on two nodes; otherwise there is more hardware than was said.
 * Condition: diagnosis-in-practice.md section 8.
 */
import { type Judged, judged } from '../analysis/judged.ts'
import { GBps } from '../base/units.ts'
import { machineFacts } from '../topology/facts.ts'
import { nameOf, rate } from './reached.ts'
import { rule } from './rule.ts'

/** A V100 cube mesh shows 130 of 120 GB/s usable (nccl-tests #37): the usable rate is a round figure, not a wall. */
const ABOVE = 1.1

export const busbwAboveLink = rule({
  id: 'busbw-above-link',
  needs: ['benchmark'],
  check: (facts) =>
    judged(facts).flatMap((it) => {
      const { series, point, expectation } = it
      const link = oneDirection(it)
      if (link === undefined || point.busbw * GBps <= link.rate * link.margin) return []
      const why = reasonOf(it)
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
            link: link.rate,
            why,
            ...(why === 'nvls'
              ? { wire: (point.algbw * GBps * (expectation.ranks + 1)) / expectation.ranks }
              : {}),
          },
          evidence: [point.place],
          measured: rate(point.busbw),
          peak: { value: link.rate, unit: 'B/s' },
        },
      ]
    }),
})

/** bytes/s in one direction of what bounds it: a GPU's links in one node, all NICs of a node between nodes. */
function oneDirection({
  expectation,
}: Judged): { readonly rate: number; readonly margin: number } | undefined {
  // The wire's rate is nominal and cannot be passed; that of links is what is usable.
  if (expectation.nodes > 1) return expectation.wire && { rate: expectation.wire.busbw * GBps, margin: 1 }
  const { gpuLinks, gpuLinkBandwidth } = machineFacts(expectation.machine)
  const most = Math.max(0, ...gpuLinks) * gpuLinkBandwidth
  return most > 0 ? { rate: most, margin: ABOVE } : undefined
}

function reasonOf({ expectation, expected }: Judged): 'nvls' | 'tree-on-two-nodes' | 'more-than-said' {
  if (expectation.nodes === 2 && !expectation.testsNetwork) return 'tree-on-two-nodes'
  return expected.algorithm === 'NVLS' && expectation.nodes === 1 ? 'nvls' : 'more-than-said'
}
