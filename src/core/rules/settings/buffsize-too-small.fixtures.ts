/** buffsize-too-small: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { environment, facts } from '../../analysis/hand-made.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: facts([environment('gpu-12', { NCCL_BUFFSIZE: '8M' })]),
  severity: 'error',
  silent: facts([environment('gpu-12', { NCCL_BUFFSIZE: '8388608' })]),
}
