/** vm-topology-missing: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { onHost, text } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: text(
    ...onHost(
      'vm-01',
      'NCCL INFO CPU/0-0 (1/2/-1)',
      ...['65000', '69000'].flatMap((bus) => [
        `NCCL INFO + PCI[0.2] - PCI/0-${bus} (104c823200000000)`,
        `NCCL INFO              + PCI[48.0] - GPU/0-${bus.replace(/000$/, '800')} (8)`,
      ]),
    ),
  ),
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
}
