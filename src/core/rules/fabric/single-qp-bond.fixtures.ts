/** single-qp-bond: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { one } from '../host.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: one({ bond: true, linkLayer: 'Ethernet' }),
  severity: 'info',
  silent: one({ bond: true, linkLayer: 'Ethernet', settings: { NCCL_IB_QPS_PER_CONNECTION: '4' } }),
}
