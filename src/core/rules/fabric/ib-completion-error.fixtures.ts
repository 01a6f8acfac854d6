/** ib-completion-error: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { onHost, text } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

const IB = 'NCCL INFO NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_1:1/IB [RO]; OOB eth0:10.0.0.1<0>'

export const fixture: RuleFixture = {
  speaks: text(
    ...onHost(
      'gpu-01',
      IB,
      'transport/net_ib.cc:1700 NCCL WARN NET/IB : Got completion from peer 10.0.0.2<4711> with status=12 opcode=1 len=0 vendor err 129 (Send) hca mlx5_0',
    ),
  ),
  severity: 'error',
  silent: text(...onHost('gpu-01', IB)),
}
