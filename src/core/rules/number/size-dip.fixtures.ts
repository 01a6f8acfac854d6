/** size-dip: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { doublings, facts, run } from '../../analysis/hand-made.fixtures.ts'
import { MiB } from '../../base/units.ts'
import type { RuleFixture } from '../rule.fixtures.ts'
import { at, onA100 } from '../runs.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: facts([run({ busbw: at({ [64 * MiB]: 120 }) })], onA100),
  severity: 'warning',
  silent: facts([run({ busbw: at({ [64 * MiB]: 170 }) })], onA100),
  thresholds: {
    // 32 MiB reaches 176.8 GB/s; these are 84 % and 86 % of it.
    'size-dip.drop': {
      speaks: facts([run({ busbw: at({ [64 * MiB]: 148.5 }) })]),
      silent: facts([run({ busbw: at({ [64 * MiB]: 152 }) })]),
    },
    'size-dip.sizes': {
      speaks: facts([run({ busbw: at({ [64 * MiB]: 120, [128 * MiB]: 120 }) })]),
      silent: facts([run({ busbw: at({ [64 * MiB]: 120, [128 * MiB]: 120, [256 * MiB]: 120 }) })]),
    },
    'expectation.firm-from': {
      speaks: facts([run({ busbw: at({ [MiB]: 4 }) })]),
      silent: facts([run({ busbw: at({ [MiB / 2]: 4 }) })]),
    },
    // Both rise; of four sizes nobody says that they have no dip.
    'curve.sizes': {
      speaks: facts([run({ sizes: doublings(MiB, 16 * MiB) })]),
      silent: facts([run({ sizes: doublings(MiB, 8 * MiB) })]),
    },
  },
}
