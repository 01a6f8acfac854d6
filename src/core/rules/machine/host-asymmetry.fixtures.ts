/** host-asymmetry: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { many } from '../host.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: many(4, { peerMemory: false, kernel: '5.15.0-91-generic' }),
  severity: 'warning',
  silent: many(4, {}),
  variants: [
    {
      name: 'of two hosts',
      facts: many(2, { driver: '535.104.05', kernel: '6.2.0-26' }),
    },
  ],
}
