/** tcp-fallback: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { environment, facts } from '../../analysis/hand-made.fixtures.ts'
import { jobLog, logOf } from '../../parsers/nccl-log/nccl-log.fixtures.ts'
import { job, overSockets } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: facts([logOf(jobLog(overSockets())), environment('gpu-01', { NCCL_IB_HCA: 'mlx5_0,mlx5_1' })]),
  severity: 'error',
  silent: job(overSockets({ hosts: ['gpu-01'] })),
}
