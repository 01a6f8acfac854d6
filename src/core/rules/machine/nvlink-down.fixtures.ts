/** nvlink-down: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { one, well } from '../host.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

/** Link 17 is inactive in so many of eight GPUs. */
const without17 = (count: number) =>
  one({ nvlinksDown: Object.fromEntries(Array.from({ length: count }, (_, gpu) => [gpu, [17]])) })

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
  // Four of a GPU's seven siblings have it active, three of seven.
  thresholds: { 'gpu-links.majority': { speaks: without17(4), silent: without17(5) } },
}
