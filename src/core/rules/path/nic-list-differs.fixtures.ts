/** nic-list-differs: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { job } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: job({
    hosts: ['gpu-01', 'gpu-02', 'gpu-03'],
    edit: (message, { host }) => (host === 'gpu-02' ? message.replace(' [7]mlx5_7:1/IB', '') : message),
  }),
  severity: 'warning',
  silent: job({
    // One rank's line is torn.
    edit: (message, { rank }) => (rank === 9 ? message.replace(' [7]mlx5_7:1/IB', '') : message),
  }),
}
