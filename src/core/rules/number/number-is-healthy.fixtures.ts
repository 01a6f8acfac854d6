/** number-is-healthy: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts, risingTo, run } from '../../analysis/hand-made.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'
import { healthy, onA100 } from '../runs.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: healthy,
  severity: 'ok',
  silent: facts([run({ busbw: risingTo(150) })], onA100),
}
