/** vm-topology-missing: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { onHost, text } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

/** Bridges of this rate above GPUs, as a virtual machine shows them. */
const bridges = (rate: string, count = 2) =>
  text(
    ...onHost(
      'vm-01',
      'NCCL INFO CPU/0-0 (1/2/-1)',
      ...['65000', '69000']
        .slice(0, count)
        .flatMap((bus) => [
          `NCCL INFO + PCI[${rate}] - PCI/0-${bus} (104c823200000000)`,
          `NCCL INFO              + PCI[48.0] - GPU/0-${bus.replace(/000$/, '800')} (8)`,
        ]),
    ),
  )

export const fixture: RuleFixture = {
  speaks: bridges('0.2'),
  severity: 'warning',
  // A management NIC behind a slow bridge.
  silent: text(
    ...onHost(
      'gpu-01',
      'NCCL INFO CPU/0-0 (1/1/2)',
      'NCCL INFO + PCI[0.2] - PCI/0-65000 (104c823200000000)',
      'NCCL INFO              + PCI[0.2] - NIC/0-67000',
      'NCCL INFO + PCI[48.0] - PCI/0-69000 (104c823200000000)',
      'NCCL INFO              + PCI[48.0] - GPU/0-6b000 (9)',
    ),
  ),
  thresholds: {
    // NCCL itself prints 0.2 and then 0.4 (5 GT/s x1).
    'vm-topology-missing.rate': { speaks: bridges('0.3'), silent: bridges('0.4') },
    'vm-topology-missing.bridges': { speaks: bridges('0.2', 2), silent: bridges('0.2', 1) },
  },
}
