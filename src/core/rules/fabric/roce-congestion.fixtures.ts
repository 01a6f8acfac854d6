/** roce-congestion: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { one } from '../host.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: one({ linkLayer: 'Ethernet', counters: { out_of_sequence: 148812, np_cnp_sent: 5512345 } }),
  severity: 'warning',
  silent: one({ linkLayer: 'Ethernet', counters: { out_of_sequence: 40, np_cnp_sent: 900 } }),
  variants: [
    {
      name: 'marked',
      facts: one({ linkLayer: 'Ethernet', counters: { np_cnp_sent: 5_000_000 } }),
    },
  ],
}
