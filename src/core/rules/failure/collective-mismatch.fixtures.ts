/** collective-mismatch: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { text } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

const calls = (counts: readonly (readonly number[])[]) =>
  counts.flatMap((its, call) =>
    its.map(
      (count, gpu) =>
        `gpu-01:${500 + gpu}:${600 + gpu} [${gpu}] NCCL INFO AllReduce: opCount ${call.toString(16)} sendbuff 0x7f00 recvbuff 0x7f10 count ${count} datatype 7 op 0 root 0 comm 0x5500${gpu}0 [nranks=4] stream 0x1`,
    ),
  )

export const fixture: RuleFixture = {
  speaks: text(
    ...calls([
      [16, 16, 16, 16],
      [32, 32, 32, 64],
    ]),
  ),
  severity: 'warning',
  // Torn once, and all went on together.
  silent: text(
    ...calls([
      [16, 16, 16, 16],
      [32, 32, 32, 64],
      [8, 8, 8, 8],
    ]),
  ),
}
