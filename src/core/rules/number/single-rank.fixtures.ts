/** single-rank: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts, run } from '../../analysis/hand-made.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'
import { healthy } from '../runs.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: facts([
    run({
      ranks: 1,
      host: 'gpu-07',
      startedTogether: 8,
      measure: () => ({ busbw: 0, algbw: 600, seconds: 1e-3 }),
    }),
  ]),
  severity: 'error',
  silent: healthy,
}
