/** gpu-throttled: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { one, well } from '../host.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: one({ hot: 3, clocks: { 3: 1095 } }),
  severity: 'error',
  silent: well,
  variants: [
    { name: 'slower', facts: one({ clocks: { 2: 1300 } }) },
    { name: 'power limit', facts: one({ powerLimits: { 2: 400 } }) },
  ],
}
