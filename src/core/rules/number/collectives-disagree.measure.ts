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
/** Nothing that is undecided stands beside what is low. */
const DECIDED: readonly Judged['grade'][] = ['healthy', 'acceptable', 'low', 'bad']

export const sideBySide = computed((facts): readonly SideBySide[] => {
  const decided = judged(facts).filter(({ grade }) => DECIDED.includes(grade))
  const machines = groupBy(decided, ({ series: { run, hosts }, expectation }) =>
    JSON.stringify([run.exact?.id, run.known?.gpu.id, run.known?.hosts, expectation.ranks, hosts]),
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
