/** stale-config-file: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { environment, facts } from '../../analysis/hand-made.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: facts([
    environment('gpu-12', { NCCL_MAX_NCHANNELS: '2', NCCL_IB_SPLIT_DATA_ON_QPS: '1' }, 'file'),
    environment('gpu-13', { NCCL_IB_TIMEOUT: '22' }, 'file'),
  ]),
  severity: 'warning',
  silent: facts([
    environment('gpu-12', { NCCL_IB_TIMEOUT: '22' }, 'file'),
    environment('gpu-13', { NCCL_IB_TIMEOUT: '22' }, 'file'),
  ]),
}
