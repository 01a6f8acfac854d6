/** wrong-results: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts, risingTo, run } from '../../analysis/hand-made.fixtures.ts'
import { GiB } from '../../base/units.ts'
import type { RuleFixture } from '../rule.fixtures.ts'
import { onA100 } from '../runs.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: facts(
    [run({ busbw: risingTo(100), measure: (bytes) => ({ wrong: bytes >= GiB ? 12 : 0 }) })],
    onA100,
  ),
  severity: 'error',
  silent: facts([run({ measure: () => ({ error: 5e-7 }) })]),
}
