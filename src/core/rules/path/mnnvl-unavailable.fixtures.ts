/** mnnvl-unavailable: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts, run } from '../../analysis/hand-made.fixtures.ts'
import { jobLog, logOf } from '../../parsers/nccl-log/nccl-log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: facts([
    logOf(jobLog({ gpus: 4 })),
    run({ ranks: 8, hosts: ['gpu-01', 'gpu-02'], gpu: 'NVIDIA GB200', sizes: [] }),
  ]),
  severity: 'warning',
  silent: facts([
    logOf(jobLog({ gpus: 4, edit: (message) => message.replace('MNNVL 0', 'MNNVL 1') })),
    run({ ranks: 8, hosts: ['gpu-01', 'gpu-02'], gpu: 'NVIDIA GB200', sizes: [] }),
  ]),
}
