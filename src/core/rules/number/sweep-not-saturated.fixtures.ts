/** sweep-not-saturated: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { doublings, facts, risingTo, run } from '../../analysis/hand-made.fixtures.ts'
import { MiB } from '../../base/units.ts'
import type { RuleFixture } from '../rule.fixtures.ts'
import { onA100 } from '../runs.fixtures.ts'

/** A sweep up to 256 MiB of which half of the plateau is reached there. */
const halfAt = (half: number) =>
  facts([run({ sizes: doublings(16 * MiB, 256 * MiB), busbw: risingTo(160, half) })], onA100)

export const fixture: RuleFixture = {
  speaks: facts([run({ sizes: doublings(16 * MiB, 256 * MiB), busbw: risingTo(200, 150 * MiB) })], onA100),
  severity: 'info',
  silent: facts([run({ busbw: risingTo(150) })], onA100),
  thresholds: {
    // The last doubling gains 6.1 %, 3.9 %.
    'saturation.flat-within': { speaks: halfAt(16.5 * MiB), silent: halfAt(10.5 * MiB) },
  },
}
