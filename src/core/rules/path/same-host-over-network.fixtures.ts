/** same-host-over-network: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { job, oneHost } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: job({ ...oneHost, edit: (message) => message.replace(/via P2P\/CUMEM\/read/, 'via NET/IB/0') }),
  severity: 'warning',
  silent: job(),
}
