/** amd-p2p-env: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { text } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: text(
    'amd-01:1:2 [0] NCCL WARN Missing "HSA_FORCE_FINE_GRAIN_PCIE=1" from environment which can lead to low RCCL performance',
    'amd-01:1:2 [0] NCCL WARN Missing "iommu=pt" from kernel command line which can lead to system instability or hang!',
    'amd-01:1:2 [0] NCCL WARN NUMA auto balancing enabled which can lead to variability in the RCCL performance!',
  ),
  severity: 'warning',
  silent: text('amd-01:1:2 [0] NCCL WARN Call to hipHostMalloc failed'),
}
