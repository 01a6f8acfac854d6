/**
 * A bond of two ports (mlx5_bond_0) with one queue pair a connection: the switch sends all packets of a queue pair over
 * one port, so half of the bond lies idle. Info; a warning where a run over several nodes is low.
 * Sources: NCCL user guide, NCCL_IB_QPS_PER_CONNECTION; docs/diagnosis.md, What a host's tools tell.
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import { hosts } from '../../analysis/hosts.ts'
import { judged } from '../../analysis/judged.ts'
import { portsOf } from '../../analysis/nic-degraded.ts'
import { settings } from '../../analysis/settings.ts'
import { numberAsNcclReads } from '../../knowledge/costly-settings.ts'
import type { OfHost } from '../of-host.ts'
import { type Found, rule } from '../rule.ts'

export interface SingleQpBondValues extends OfHost {
  readonly device: string
  readonly rate?: number
  readonly queuePairs: number
}

export const singleQpBond = rule({
  id: 'single-qp-bond',
  needs: ['host-facts'],
  sources: ['NCCL user guide: NCCL_IB_QPS_PER_CONNECTION'],
  check(facts): readonly Found<SingleQpBondValues>[] {
    const set = settings(facts).find(({ name }) => name === 'NCCL_IB_QPS_PER_CONNECTION')
    const queuePairs = set ? numberAsNcclReads(set.value) : 1
    if (queuePairs > 1) return []
    const low = judged(facts).some(
      ({ grade, expectation }) => (grade === 'low' || grade === 'bad') && expectation.nodes > 1,
    )
    return hosts(facts).flatMap((host) =>
      portsOf(host)
        .filter(
          ({ device, state, linkLayer }) =>
            /bond/i.test(device) && state !== 'down' && linkLayer !== 'infiniband',
        )
        .slice(0, 1)
        .map(({ device, rate, place }) => ({
          severity: low ? ('warning' as const) : ('info' as const),
          confidence: 'possible' as const,
          ...(host.name === undefined ? {} : { subject: host.name }),
          concerns: runsOf(facts, [host.name]),
          values: {
            ...(host.name === undefined ? {} : { host: host.name }),
            device,
            ...(rate === undefined ? {} : { rate }),
            queuePairs,
          },
          evidence: [place, ...(set ? [set.place] : [])],
        })),
    )
  },
})
