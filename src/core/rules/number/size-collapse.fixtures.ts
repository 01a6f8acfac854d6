/** size-collapse: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { doublings, facts, risingTo, run } from '../../analysis/hand-made.fixtures.ts'
import { GiB, MiB } from '../../base/units.ts'
import type { RuleFixture } from '../rule.fixtures.ts'
import { at, onA100 } from '../runs.fixtures.ts'

const downTo = (share: number) => facts([run({ busbw: (bytes) => (bytes > 32 * MiB ? share : 1) * 40 })])

/** A curve that is flat from the first size on, and falls at this one. */
const fromOn = (size: number) => facts([run({ busbw: (bytes) => (bytes >= size ? 10 : 40) })])

export const fixture: RuleFixture = {
  speaks: facts(
    [
      run({
        ranks: 24,
        hosts: ['a1', 'a2', 'a3'],
        busbw: (bytes) => (bytes > 32 * MiB ? 5.3 : risingTo(40)(bytes)),
      }),
    ],
    onA100,
  ),
  severity: 'error',
  silent: facts([run({ busbw: at({ [8 * GiB]: 60 }) })]),
  thresholds: {
    // All sizes above 32 MiB stay at 45 %, at 55 % of the best.
    'size-collapse.drop': { speaks: downTo(0.45), silent: downTo(0.55) },
    'size-collapse.sizes': {
      speaks: facts([run({ busbw: at({ [4 * GiB]: 60, [8 * GiB]: 60 }) })]),
      silent: facts([run({ busbw: at({ [8 * GiB]: 60 }) })]),
    },
    'size-collapse.smallest': { speaks: fromOn(MiB), silent: fromOn(MiB / 2) },
    // Both rise; of four sizes nobody says that they do not collapse.
    'curve.sizes': {
      speaks: facts([run({ sizes: doublings(MiB, 16 * MiB) })]),
      silent: facts([run({ sizes: doublings(MiB, 8 * MiB) })]),
    },
  },
}
