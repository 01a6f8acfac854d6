/** socket-interface-ambiguous: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { job, overSockets } from '../log.fixtures.ts'
import { printedText } from '../printed.fixtures.ts'
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
  variants: [
    {
      name: 'a connection to such an address failed, below a list that an editor broke',
      facts: printedText(
        'NCCL INFO NET/Socket : Using',
        '[0]ens3f0:10.92.0.21<0>',
        '[1]docker0:172.17.0.1<0>',
        'NCCL WARN socketStartConnect: Connect to 172.17.0.1<45217> failed : Connection refused',
      ),
    },
  ],
}
