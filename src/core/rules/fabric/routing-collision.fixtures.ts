/** routing-collision: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts } from '../../analysis/hand-made.fixtures.ts'
import { pairTable } from '../host.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

/** The last two of so many nodes reach this with each other, and 46 GB/s with all others. */
const lastPair = (rate: number, nodes = 8) =>
  facts(pairTable((a, b) => (a === nodes - 2 && b === nodes - 1 ? rate : 46), nodes))

export const fixture: RuleFixture = {
  speaks: facts(pairTable((a, b) => (a === 2 && b === 5 ? 21 : 46 + ((a + b) % 3) / 10))),
  severity: 'warning',
  // One node is slow with everybody: that is no route.
  silent: facts(pairTable((a, b) => (a === 2 || b === 2 ? 21 : 46))),
  thresholds: {
    // 79 % and 81 % of what both reach with others.
    'pair-table.low': { speaks: lastPair(36.3), silent: lastPair(37.3) },
    'pair-table.partners': { speaks: lastPair(21, 4), silent: lastPair(21, 3) },
  },
}
