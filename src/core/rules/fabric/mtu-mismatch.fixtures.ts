/** mtu-mismatch: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { many, one } from '../host.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: many(3, { mtus: { 0: 1024 } }, { linkLayer: 'Ethernet' }),
  severity: 'warning',
  silent: many(3, {}, { linkLayer: 'Ethernet' }),
  variants: [
    {
      name: 'all small',
      facts: one({
        linkLayer: 'Ethernet',
        mtus: Object.fromEntries([...Array(8).keys()].map((at) => [at, 1024])),
      }),
    },
  ],
}
