/** insufficient-evidence: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts, run } from '../../analysis/hand-made.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'
import { healthy } from '../runs.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: facts([run()]),
  severity: 'info',
  silent: healthy,
}
