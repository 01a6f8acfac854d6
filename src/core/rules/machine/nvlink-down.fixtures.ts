/** nvlink-down: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { one, well } from '../host.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: one({ nvlinksDown: { 5: [14, 15, 16, 17] } }),
  severity: 'error',
  silent: well,
  variants: [
    {
      name: 'all of them',
      facts: one({
        nvlinksDown: Object.fromEntries([...Array(8).keys()].map((gpu) => [gpu, [...Array(18).keys()]])),
      }),
    },
  ],
}
