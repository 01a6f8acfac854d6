/** roce-congestion: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { one } from '../host.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

const counting = (counters: Readonly<Record<string, number>>) => one({ linkLayer: 'Ethernet', counters })

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
  thresholds: {
    'roce-congestion.lost': {
      speaks: counting({ out_of_sequence: 1000 }),
      silent: counting({ out_of_sequence: 999 }),
    },
    'roce-congestion.marked': {
      speaks: counting({ np_cnp_sent: 100_000 }),
      silent: counting({ np_cnp_sent: 99_999 }),
    },
  },
}
