/** rdma-userspace-missing: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { onHost, SOCKET, text } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: text(
    ...onHost('gpu-01', 'misc/ibvwrap.cc:212 NCCL WARN Call to ibv_open_device failed'),
    ...onHost('gpu-01', 'transport/net_ib.cc:148 NCCL WARN NET/IB : Unable to open device mlx5_0', ...SOCKET),
  ),
  severity: 'warning',
  silent: text(...onHost('gpu-01', 'NCCL INFO Failed to open libibverbs.so[.1]', ...SOCKET)),
}
