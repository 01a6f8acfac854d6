/** routing-collision: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts } from '../../analysis/hand-made.fixtures.ts'
import { pairTable } from '../host.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: facts(pairTable((a, b) => (a === 2 && b === 5 ? 21 : 46 + ((a + b) % 3) / 10))),
  severity: 'warning',
  // One node is slow with everybody: that is no route.
  silent: facts(pairTable((a, b) => (a === 2 || b === 2 ? 21 : 46))),
}
