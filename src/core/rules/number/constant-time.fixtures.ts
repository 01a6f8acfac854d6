/** constant-time: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { doublings, facts, run } from '../../analysis/hand-made.fixtures.ts'
import { KiB, MiB } from '../../base/units.ts'
import type { RuleFixture } from '../rule.fixtures.ts'
import { onA100 } from '../runs.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: facts([run({ sizes: doublings(8, 16 * MiB), busbw: (bytes) => (1.75 * bytes) / 0.2e9 })], onA100),
  severity: 'error',
  silent: facts([run({ sizes: doublings(8, 16 * KiB), busbw: (bytes) => (1.75 * bytes) / 34e3 })], onA100),
}
