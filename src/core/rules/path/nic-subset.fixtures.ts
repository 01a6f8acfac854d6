/** nic-subset: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { job } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: job({ edit: (message) => message.replace(/NET\/IB\/\d/, 'NET/IB/0') }),
  severity: 'warning',
  // Two more NICs serve storage.
  silent: job({ nics: 10 }),
}
