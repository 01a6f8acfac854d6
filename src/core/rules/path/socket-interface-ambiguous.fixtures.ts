/** socket-interface-ambiguous: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { job, overSockets } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: job(
    overSockets({
      edit: (message) =>
        message.includes('NET/IB : Using')
          ? 'NCCL INFO NET/Socket : Using [0]eth0:10.0.0.1<0> [1]docker0:172.17.0.1<0>'
          : message,
    }),
  ),
  severity: 'warning',
  silent: job(overSockets()),
}
