/** p2p-asymmetric: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { text } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

const unequal = (...channels: readonly string[]) =>
  text(
    ...channels.flatMap((channel) => [
      `gpu-01:1:2 [0] NCCL INFO Channel ${channel}/0 : 0[0] -> 1[1] via SHM/direct/direct`,
      `gpu-01:3:4 [1] NCCL INFO Channel ${channel}/0 : 1[1] -> 0[0] via P2P/IPC`,
    ]),
  )

export const fixture: RuleFixture = {
  speaks: unequal('00', '01'),
  severity: 'error',
  silent: text(
    'gpu-01:1:2 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via SHM/direct/direct',
    'gpu-01:3:4 [1] NCCL INFO Channel 00/0 : 1[1] -> 0[0] via SHM/direct/direct',
    'gpu-01:5:6 [2] NCCL INFO Channel 00/0 : 2[2] -> 3[3] via P2P/IPC',
  ),
  thresholds: { 'torn-lines.lines': { speaks: unequal('00', '01'), silent: unequal('00') } },
}
