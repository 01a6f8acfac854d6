/** mtu-mismatch: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { many, one } from '../host.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

/** All eight RoCE ports with this MTU, of the 4096 that they could have. */
const all = (mtu: number) =>
  one({ linkLayer: 'Ethernet', mtus: Object.fromEntries([...Array(8).keys()].map((at) => [at, mtu])) })

export const fixture: RuleFixture = {
  speaks: many(3, { mtus: { 0: 1024 } }, { linkLayer: 'Ethernet' }),
  severity: 'warning',
  silent: many(3, {}, { linkLayer: 'Ethernet' }),
  variants: [
    {
      name: 'all small',
      facts: all(1024),
    },
  ],
  thresholds: { 'mtu-mismatch.small': { speaks: all(1024), silent: all(2048) } },
}
