/** irq-affinity: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { one, well } from '../host.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: one({ interruptsOn: [2, 2, 2, 2] }),
  severity: 'warning',
  silent: well,
}
