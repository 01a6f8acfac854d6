/**
 * RDMA devices exist, but the process cannot use them: libibverbs or the provider is not in the container, /dev/infiniband
 * is not passed in, memory may not be locked. Lines of NCCL src/misc/ibvwrap.cc and src/transport/net_ib.cc; "No device
 * found" alone is how a host without RDMA looks, so a sign of the hardware is needed. Source: nccl #451 #941.
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import { hostOf } from '../../analysis/communicators.ts'
import { logNodes } from '../../analysis/log-nodes.ts'
import { fasterNetwork, socketUse } from '../../analysis/socket-use.ts'
import type { Logged, NcclLog } from '../../evidence/nccl-log.ts'
import { type Found, rule } from '../rule.ts'
import type { FasterSign } from './faster-sign.ts'

const hostsOf = (log: NcclLog, { by }: Logged<unknown>): string[] =>
  [...new Set(by.map((speaker) => hostOf(log, speaker)))].filter((host) => host !== undefined)

/** The more a line tells, the earlier it is quoted. */
const MOST_TELLING = ['open-failed', 'libibverbs-missing', 'no-device'] as const

export interface RdmaUserspaceMissingValues {
  readonly hosts: readonly string[]
  readonly problem: 'libibverbs-missing' | 'no-device' | 'open-failed'
  /** "mlx5_0" */
  readonly device?: string
  readonly sign: FasterSign
  readonly signName: string
}

export const rdmaUserspaceMissing = rule({
  id: 'rdma-userspace-missing',
  needs: ['nccl-log'],
  sources: ['NCCL src/misc/ibvwrap.cc, src/transport/net_ib.cc', 'nccl #451 #941'],
  check(facts): readonly Found<RdmaUserspaceMissingValues>[] {
    const nodes = logNodes(facts)
    if (nodes === 'one') return []
    return socketUse(facts).flatMap((use) => {
      const problems = use.problems.toSorted(
        (a, b) => MOST_TELLING.indexOf(a.value.problem) - MOST_TELLING.indexOf(b.value.problem),
      )
      const [first] = problems
      // Where other hosts use RDMA, a list that is shorter on this one is more telling than a missing library.
      const signs = fasterNetwork(facts, use).filter(({ sign }) => sign !== 'other-host')
      if (!first || signs.length === 0) return []
      const device = problems.find(({ value }) => value.device !== undefined)?.value.device
      return [
        {
          severity: nodes === 'several' ? 'error' : 'warning',
          confidence: first.value.problem === 'no-device' ? 'likely' : 'certain',
          concerns: [...use.hosts, ...runsOf(facts, use.hosts)],
          values: {
            hosts: hostsOf(use.log, first),
            problem: first.value.problem,
            ...(device === undefined ? {} : { device }),
            sign: signs[0]?.sign ?? 'device',
            signName: signs[0]?.name ?? '',
          },
          evidence: [
            ...problems.map(({ place }) => place),
            use.place,
            ...signs.map(({ place }) => place),
          ].slice(0, 4),
          explains: ['tcp-fallback', 'bandwidth-below-expected', 'socket-interface-ambiguous'],
        },
      ]
    })
  },
})
