/**
 * A group of ranks that fits into one host spans several, although groups of its size in the same job lie inside hosts: a
 * tensor- or expert-parallel group left the NVLink domain. Warning where the hosts have NVLink, else info; hosts joined by
 * multi-node NVLink are one domain. Source: docs/diagnosis.md, What NCCL's log tells; NCCL
 * src/init.cc (rank, nranks, busId of a communicator).
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import { nvlinkOn } from '../../analysis/nvlink-seen.ts'
import { enoughIf } from '../looked.ts'
import { type Found, rule } from '../rule.ts'
import { groupPlacements, placementSeen } from './group-placement.measure.ts'

export interface GroupPlacementValues {
  /** Of each group. */
  readonly ranks: number
  /** Of a host. */
  readonly gpus: number
  readonly hosts: readonly string[]
  /** Groups of this size that span hosts, and that do not. */
  readonly spanning: number
  readonly inside: number
}

export const groupPlacement = rule({
  id: 'group-placement',
  needs: ['nccl-log'],
  sources: ['NCCL src/init.cc', 'Megatron-LM: parallel_state.py, order of the groups'],
  check: (facts): readonly Found<GroupPlacementValues>[] =>
    groupPlacements(facts).map(({ ranks, gpus, spanning, inside, hosts }) => ({
      severity: hosts.some((host) => nvlinkOn(facts, host) !== undefined) ? 'warning' : 'info',
      confidence: 'likely',
      concerns: [...hosts, ...runsOf(facts, hosts)],
      values: { ranks, gpus, hosts, spanning: spanning.length, inside },
      evidence: spanning
        .flatMap(({ members, hosts: spanned }) =>
          spanned.flatMap((host) => [...members.values()].find((one) => one.host === host)?.place ?? []),
        )
        .slice(0, 4),
    })),
  looked: (facts) => enoughIf(placementSeen(facts)),
})
