/** size-collapse: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts, risingTo, run } from '../../analysis/hand-made.fixtures.ts'
import { GiB, MiB } from '../../base/units.ts'
import type { RuleFixture } from '../rule.fixtures.ts'
import { at, onA100 } from '../runs.fixtures.ts'

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
}
