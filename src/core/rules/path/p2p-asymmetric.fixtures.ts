/** p2p-asymmetric: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { text } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: text(
    ...['00', '01'].flatMap((channel) => [
      `gpu-01:1:2 [0] NCCL INFO Channel ${channel}/0 : 0[0] -> 1[1] via SHM/direct/direct`,
      `gpu-01:3:4 [1] NCCL INFO Channel ${channel}/0 : 1[1] -> 0[0] via P2P/IPC`,
    ]),
  ),
  severity: 'error',
  silent: text(
    'gpu-01:1:2 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via SHM/direct/direct',
    'gpu-01:3:4 [1] NCCL INFO Channel 00/0 : 1[1] -> 0[0] via SHM/direct/direct',
    'gpu-01:5:6 [2] NCCL INFO Channel 00/0 : 2[2] -> 3[3] via P2P/IPC',
  ),
}
