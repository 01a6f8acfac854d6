/** latency-bound: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { doublings, facts, run } from '../../analysis/hand-made.fixtures.ts'
import { GiB } from '../../base/units.ts'
import type { RuleFixture } from '../rule.fixtures.ts'
import { healthy, onA100 } from '../runs.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: healthy,
  severity: 'info',
  silent: facts([run({ sizes: doublings(GiB) })], onA100),
}
