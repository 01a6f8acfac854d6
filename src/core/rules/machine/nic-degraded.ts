/**
 * A NIC's port does less than it should: no subnet manager, down, a lower rate than its siblings, too hot, errors on the
 * link. An error where the port cannot be used at all; a warning where it stands out of its siblings; info where it may
 * be cabled so. Sources: ibstat(8); mlx5_core; docs/diagnosis.md, Comparing hosts and runs.
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import { degradedPorts, showsPorts } from '../../analysis/nic-degraded.ts'
import { seenOnHosts } from '../looked.ts'
import type { OfHost } from '../of-host.ts'
import { type Found, rule } from '../rule.ts'

export interface NicDegradedValues extends OfHost {
  readonly device: string
  readonly why: 'no-subnet-manager' | 'down' | 'slow' | 'hot' | 'errors'
  readonly rate?: number
  readonly usual?: number
  readonly siblings: number
  /** Other hosts on which the same device is well. */
  readonly hosts: number
  readonly firmware?: string
  readonly usualFirmware?: string
  readonly counter?: string
  readonly count?: number
}

export const nicDegraded = rule({
  id: 'nic-degraded',
  needs: ['host-facts'],
  sources: ['ibstat(8)', 'mlx5_core', 'nccl #349'],
  check: (facts): readonly Found<NicDegradedValues>[] =>
    degradedPorts(facts).map((degradedPort) => {
      const {
        host: { name: host },
        port,
        why,
        usual,
        usualFirmware,
        siblings,
        hosts,
        stands,
        counter,
        count,
        place,
      } = degradedPort
      return {
        severity:
          why === 'no-subnet-manager' ? 'error' : stands === 'apart' && why === 'down' ? 'info' : 'warning',
        confidence:
          why === 'no-subnet-manager' || why === 'hot' || hosts > 0
            ? 'certain'
            : stands === 'out'
              ? 'likely'
              : 'possible',
        ...(host === undefined ? {} : { subject: host }),
        concerns: runsOf(facts, [host]),
        values: {
          ...(host === undefined ? {} : { host }),
          device: port.device,
          why,
          ...(port.rate === undefined ? {} : { rate: port.rate }),
          ...(usual === undefined ? {} : { usual }),
          siblings,
          hosts,
          ...(port.firmware === undefined || usualFirmware === undefined
            ? {}
            : { firmware: port.firmware, usualFirmware }),
          ...(counter === undefined || count === undefined ? {} : { counter, count }),
        },
        evidence: [place],
        explains: ['bandwidth-below-expected', 'slow-node', 'nic-list-differs', 'host-asymmetry'],
      }
    }),
  looked: (facts) => seenOnHosts(facts, showsPorts),
})
