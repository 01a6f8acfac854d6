/** changed-since-baseline: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts, printed, risingTo, run } from '../../analysis/hand-made.fixtures.ts'
import { printedHost } from '../printed-hosts.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'
import { onA100 } from '../runs.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: facts([run({ busbw: risingTo(200), environment: { NCCL_PROTO: 'LL128' } })], {
    ...onA100,
    baseline: [facts([run({ busbw: risingTo(230) })]), facts([run({ busbw: risingTo(232) })])],
  }),
  severity: 'warning',
  silent: facts([run({ busbw: risingTo(231) })], {
    ...onA100,
    baseline: [facts([run({ busbw: risingTo(230) })]), facts([run({ busbw: risingTo(232) })])],
  }),
  variants: [
    {
      name: 'settings alone',
      facts: facts(printed('gpu-01', printedHost({ settings: { NCCL_ALGO: 'Ring' } })), {
        baseline: [facts(printed('gpu-01', printedHost({ driver: '535.104.05' })))],
      }),
    },
  ],
}
