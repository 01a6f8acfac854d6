/** numa-nps: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts, printed, run } from '../../analysis/hand-made.fixtures.ts'
import { printedHost } from '../printed-hosts.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: facts([
    ...printed('gpu-01', printedHost({ cpu: 'AMD EPYC 7763 64-Core Processor' })),
    run({ host: 'gpu-01', gpu: 'NVIDIA GeForce RTX 4090', sizes: [] }),
  ]),
  severity: 'info',
  silent: facts([
    ...printed('gpu-01', printedHost({ cpu: 'AMD EPYC 7763 64-Core Processor', numaNodes: 8 })),
    run({ host: 'gpu-01', gpu: 'NVIDIA GeForce RTX 4090', sizes: [] }),
  ]),
}
