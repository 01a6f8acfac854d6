/**
 * The link of a NIC went down after it was up (the kernel's log). A warning where it is down when the log ends, and where
 * it drops three times and more within 12 hours; info where it came back: maintenance and restarts of drivers and switches
 * take links down, too. What comes with the start of the host, and a port that was never up, is no finding.
 * Sources: Linux mlx5_core, bnxt_en, ice; GPUd (flapping InfiniBand ports); nccl #709 for what a job sees.
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import { enoughIf } from '../looked.ts'
import type { OfHost } from '../of-host.ts'
import { type Found, rule } from '../rule.ts'
import { droppingLinks, nicLinksSeenUp } from './nic-link-drops.measure.ts'

export interface NicLinkDropsValues extends OfHost {
  readonly why: 'lost' | 'flaps' | 'dropped'
  readonly links: readonly {
    readonly device: string
    readonly interface?: string
    readonly drops: number
    readonly within12Hours?: number
  }[]
  /** The log shows the links come up, too. */
  readonly seenUp: boolean
}

export const nicLinkDrops = rule({
  id: 'nic-link-drops',
  needs: ['host-facts'],
  sources: ['Linux mlx5_core, bnxt_en, ice', 'GPUd: flapping InfiniBand ports', 'nccl #709'],
  check: (facts): readonly Found<NicLinkDropsValues>[] =>
    droppingLinks(facts).map(({ host, why, links, seenUp, places }) => ({
      severity: why === 'dropped' ? 'info' : 'warning',
      confidence: why === 'dropped' ? 'possible' : 'likely',
      ...(host.name === undefined ? {} : { subject: host.name }),
      concerns: runsOf(facts, [host.name]),
      values: { ...(host.name === undefined ? {} : { host: host.name }), why, links, seenUp },
      evidence: places.slice(0, 4),
      ...(why === 'dropped'
        ? {}
        : {
            explains: [
              'bandwidth-below-expected',
              'ib-completion-error',
              'tail-latency',
              'slow-node',
              'nic-list-differs',
            ] as const,
          }),
    })),
  looked: (facts) => enoughIf(nicLinksSeenUp(facts)),
})
