/** gdr-missing: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { nvSwitch } from '../../parsers/nccl-log/nccl-log.fixtures.ts'
import { job, withoutGdr } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: job({ topology: nvSwitch(), edit: withoutGdr }),
  severity: 'warning',
  silent: job({ topology: nvSwitch() }),
}
