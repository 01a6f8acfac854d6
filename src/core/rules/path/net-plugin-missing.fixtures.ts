/** net-plugin-missing: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { environment, facts } from '../../analysis/hand-made.fixtures.ts'
import { jobLog, logOf } from '../../parsers/nccl-log/nccl-log.fixtures.ts'
import { overSockets } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: facts([logOf(jobLog(overSockets())), environment('gpu-01', { FI_PROVIDER: 'efa' })]),
  severity: 'error',
  silent: facts([logOf(jobLog()), environment('gpu-01', { FI_PROVIDER: 'efa' })]),
}
