/** rail-isolation: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { railsOf } from '../rails.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: railsOf({ hosts: ['gpu-01', 'gpu-02', 'gpu-03'], unanswered: true }),
  severity: 'error',
  // Each host enters and leaves by the other NIC; with two of them every connection stays on its rail.
  silent: railsOf({ hosts: ['gpu-01', 'gpu-02'] }),
  variants: [
    {
      name: 'let by a setting',
      facts: railsOf({ hosts: ['gpu-01', 'gpu-02', 'gpu-03'], settings: { NCCL_CROSS_NIC: '1' } }),
    },
    { name: 'seen', facts: railsOf({ hosts: ['gpu-01', 'gpu-02', 'gpu-03'] }) },
  ],
  thresholds: {
    'torn-lines.lines': {
      speaks: railsOf({ hosts: ['gpu-01', 'gpu-02', 'gpu-03'] }),
      silent: railsOf({ hosts: ['gpu-01', 'gpu-02', 'gpu-03'], turning: 1 }),
    },
  },
}
