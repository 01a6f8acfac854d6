/** nvlink-unused: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { job, oneHost } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: job({ ...oneHost, edit: (message) => message.replace('P2P/CUMEM/read', 'SHM/direct/direct') }),
  severity: 'error',
  silent: job(oneHost),
}
