/**
 * One rank alone: busbw is 0 by the formula, and nothing crosses a link. Several one-rank runs whose device lists all
 * stand before the first row were started together: nccl-tests was built without MPI, and each process runs alone.
 * Complete runs one after another are no sign of it. Condition: docs/diagnosis.md, Reading a number.
 */

import { evidenceOf } from '../../analysis/facts.ts'
import { singleRanks } from '../../analysis/judgeable.ts'
import { groupBy } from '../../base/group-by.ts'
import { machineFacts } from '../../machine/facts.ts'
import { enoughIf } from '../looked.ts'
import { type Found, rule } from '../rule.ts'

export interface SingleRankValues {
  readonly runs: number
  readonly together: boolean
  readonly host?: string
  /** The GPUs of one node, where the machine is known. */
  readonly gpus?: number
}

export const singleRank = rule({
  id: 'single-rank',
  needs: ['benchmark'],
  sources: ['nccl-tests README.md', 'nccl-tests doc/PERFORMANCE.md'],
  check: (facts): readonly Found<SingleRankValues>[] =>
    [...groupBy(singleRanks(facts), ({ place }) => place.input).values()].map((benchmarks) => {
      const together = Math.max(...benchmarks.map(({ startedTogether }) => startedTogether))
      const [known] = evidenceOf(facts, 'machine')
      const host = benchmarks.flatMap(({ devices }) => devices)[0]?.host
      return {
        severity: 'error',
        confidence: 'certain',
        values: {
          runs: Math.max(together, benchmarks.length),
          together: together > 1,
          ...(host === undefined ? {} : { host }),
          ...(known === undefined ? {} : { gpus: machineFacts(known.machine).gpus }),
        },
        evidence: benchmarks.flatMap(({ devices, place }) => devices[0]?.place ?? place).slice(0, 3),
      }
    }),
  looked: (facts) => enoughIf(evidenceOf(facts, 'benchmark').some(({ ranks = 0 }) => ranks > 1)),
})
