/** All collectives of one machine against their expectations: what is low together shares a cause. */

import { computed } from '../../analysis/facts.ts'
import { type Judged, judged } from '../../analysis/judged.ts'
import { groupBy } from '../../base/group-by.ts'

export interface SideBySide {
  /** One for each collective; of several runs the one that went to the largest size. */
  readonly low: readonly Judged[]
  readonly fine: readonly Judged[]
}

/** One for each set of hosts and ranks on which two collectives or more were judged. */
export const sideBySide = computed((facts): readonly SideBySide[] => {
  const decided = judged(facts).filter(({ grade }) => grade !== 'range' && grade !== 'unsaturated')
  const machines = groupBy(decided, ({ series, expectation }) =>
    JSON.stringify([expectation.machine.id, expectation.nodes, expectation.ranks, series.hosts]),
  )
  return [...machines.values()].flatMap((ofMachine) => {
    const farthest = [...groupBy(ofMachine, ({ series }) => series.collective).values()].flatMap((same) =>
      same.toSorted((a, b) => b.point.bytes - a.point.bytes).slice(0, 1),
    )
    const isLow = ({ grade }: Judged) => grade === 'low' || grade === 'bad'
    return farthest.length < 2
      ? []
      : [{ low: farthest.filter(isLow), fine: farthest.filter((it) => !isLow(it)) }]
  })
})
