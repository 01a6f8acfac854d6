/**
 * All completion interrupts of a NIC are served by one CPU: a warning, since that CPU bounds TCP and any work that waits
 * for completions. On the far socket: info. RDMA itself polls and hardly needs interrupts.
 * Source: Linux Documentation/core-api/irq/irq-affinity.rst; mlnx-tools set_irq_affinity.
 */

import { threshold } from '../../base/threshold.ts'
import { enoughIf } from '../looked.ts'
import type { OfHost } from '../of-host.ts'
import { type Found, rule } from '../rule.ts'
import { nicInterrupts } from './irq-affinity.measure.ts'

const ALMOST_ALL = threshold(
  'irq-affinity.almost-all',
  0.9,
  'share',
  'our choice: what the others serve is next to nothing',
)

export interface IrqAffinityValues extends OfHost {
  readonly nic: string
  readonly why: 'one-core' | 'far-socket'
  readonly vectors: number
  readonly cpu: number
  readonly share: number
  readonly numaNode?: number
  readonly irqbalance?: boolean
}

export const irqAffinity = rule({
  id: 'irq-affinity',
  needs: ['host-facts'],
  sources: ['Linux core-api/irq/irq-affinity', 'mlnx-tools set_irq_affinity'],
  check: (facts): readonly Found<IrqAffinityValues>[] =>
    nicInterrupts(facts).flatMap(
      ({ host: { name: host }, nic, vectors, cpu, share, far = 0, numaNode, irqbalance, place }) => {
        const why =
          share >= ALMOST_ALL.value
            ? ('one-core' as const)
            : far >= ALMOST_ALL.value
              ? ('far-socket' as const)
              : undefined
        if (!why) return []
        return [
          {
            severity: why === 'one-core' ? 'warning' : 'info',
            confidence: why === 'one-core' ? 'likely' : 'possible',
            ...(host === undefined ? {} : { subject: host }),
            values: {
              ...(host === undefined ? {} : { host }),
              nic,
              why,
              vectors,
              cpu,
              share: why === 'one-core' ? share : far,
              ...(numaNode === undefined ? {} : { numaNode }),
              ...(irqbalance === undefined ? {} : { irqbalance }),
            },
            evidence: [place],
          },
        ]
      },
    ),
  looked: (facts) => enoughIf(nicInterrupts(facts).length > 0),
})
