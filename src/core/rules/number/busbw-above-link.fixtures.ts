/** busbw-above-link: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts, risingTo, run } from '../../analysis/hand-made.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'
import { healthy } from '../runs.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: facts([run({ gpu: 'NVIDIA H100 80GB HBM3', busbw: risingTo(480) })], { on: 'dgx-h100' }),
  severity: 'info',
  silent: healthy,
}
