/** size-dip: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts, run } from '../../analysis/hand-made.fixtures.ts'
import { MiB } from '../../base/units.ts'
import type { RuleFixture } from '../rule.fixtures.ts'
import { at, onA100 } from '../runs.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: facts([run({ busbw: at({ [64 * MiB]: 120 }) })], onA100),
  severity: 'warning',
  silent: facts([run({ busbw: at({ [64 * MiB]: 170 }) })], onA100),
}
