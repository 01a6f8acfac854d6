/** env-not-propagated: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { environment, facts, hostFacts, place } from '../../analysis/hand-made.fixtures.ts'
import { lines } from '../lines.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: facts([
    environment('gpu-12', { NCCL_IB_HCA: 'mlx5_0,mlx5_1' }),
    environment('gpu-13', { NCCL_IB_HCA: 'mlx5_0,mlx5_1' }),
    environment('gpu-14', { NCCL_DEBUG: 'INFO' }),
  ]),
  severity: 'warning',
  silent: facts([
    environment('gpu-12', { NCCL_IB_HCA: 'mlx5_0', NCCL_DEBUG_FILE: '/tmp/a' }),
    environment('gpu-13', { NCCL_IB_HCA: 'mlx5_0', NCCL_DEBUG_FILE: '/tmp/b' }),
    // Nothing is known of its environment.
    hostFacts('gpu-14', 'lsmod', [{ is: 'module', name: 'nvidia_peermem', place: place(3) }]),
  ]),
  variants: [
    {
      name: 'not exported',
      facts: lines(
        'export NCCL_IB_HCA=mlx5_0',
        'mpirun --mca btl tcp -np 16 -N 8 ./all_reduce_perf -b 8 -e 8G',
      ),
    },
    {
      name: 'set in front of mpirun, which hands on others',
      facts: lines(
        'NCCL_IB_HCA=mlx5_2 NCCL_DEBUG=WARN mpirun -np 16 --host gpu-a:8,gpu-b:8 -x LD_LIBRARY_PATH ./all_reduce_perf -b 8',
      ),
    },
    {
      name: 'another value',
      facts: facts(
        ['mlx5_0', 'mlx5_0', 'mlx5_1'].map((hca, at) => environment(`gpu-${at}`, { NCCL_IB_HCA: hca })),
      ),
    },
  ],
}
