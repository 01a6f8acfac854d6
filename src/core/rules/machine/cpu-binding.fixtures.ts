/** cpu-binding: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { onHost, text } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: text(...onHost('gpu-01', 'NCCL INFO Setting affinity for GPU 0 to 3')),
  severity: 'warning',
  silent: text(...onHost('gpu-01', 'NCCL INFO Setting affinity for GPU 0 to ff,ffffffff')),
}
