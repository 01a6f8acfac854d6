/** busbw-above-link: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts, risingTo, run } from '../../analysis/hand-made.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'
import { onA100 } from '../runs.fixtures.ts'

const onOneNode = (busbw: number) => facts([run({ busbw: () => busbw })], onA100)

export const fixture: RuleFixture = {
  speaks: facts([run({ gpu: 'NVIDIA H100 80GB HBM3', busbw: risingTo(480) })], { on: 'dgx-h100' }),
  severity: 'info',
  // 12 links of 20 GB/s usable are 240 GB/s: more than is usual, and less than they carry.
  silent: onOneNode(262),
  // 12 links of 25 GB/s raw.
  variants: [{ name: 'more than raw links carry', facts: onOneNode(301) }],
}
