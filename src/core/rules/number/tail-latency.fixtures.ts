/** tail-latency: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts, run } from '../../analysis/hand-made.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

const perIteration = (p99Seconds: number, iterations: number) => ({
  perIteration: { minSeconds: 1e-4, maxSeconds: 1, p50Seconds: 1e-3, p99Seconds, variation: 0.1, iterations },
})

/** The median is 1 ms. */
const withTail = (p99Seconds: number, iterations = 1000) =>
  facts([run({ measure: () => perIteration(p99Seconds, iterations) })])

export const fixture: RuleFixture = {
  speaks: withTail(4e-3, 100),
  severity: 'warning',
  silent: facts([
    run({ measure: () => perIteration(4e-3, 20) }),
    run({ measure: () => perIteration(2e-3, 1000) }),
  ]),
  thresholds: {
    'tail-latency.warning': { speaks: withTail(3.1e-3), silent: withTail(2.9e-3) },
    'tail-latency.error': { speaks: withTail(10.5e-3), silent: withTail(9.5e-3) },
    'tail-latency.iterations': { speaks: withTail(4e-3, 100), silent: withTail(4e-3, 99) },
  },
}
