/**
 * nccl-tests itself (src/common.cu).
 */
import type { Row } from './row.ts'

// biome-ignore format: one row a line
export const ncclTests = [
  ['nt-timeout', 'Test timeout (', 'nccl-tests 2.13-2.19', 'gave-up', 'watchdog', 'nccl-tests'],
  ['nt-wrong', '#wrong=', 'nccl-tests 2.13-2.19', 'gave-up', 'wrong-results', 'nccl-tests'],
  ['nt-reduce-max', 'due to memory limitation', 'nccl-tests 2.10-2.19', 'harmless', 'test-limits', 'nccl-tests #322'],
  ['nt-ngpus', 'Invalid number of GPUs:', 'nccl-tests 2.17-2.19', 'user-error', 'rank-setup', 'nccl-tests'],
  ['nt-version', 'Incompatible NCCL versions', 'nccl-tests 2.17-2.19', 'gave-up', 'nccl-versions', 'nccl-tests'],
  ['nt-p2p-required', 'requires CUDA P2P connectivity across all ranks', 'nccl-tests 2.19-2.19', 'user-error', 'p2p', 'nccl-tests'],
  ['nt-requires', 'This test requires', 'nccl-tests 2.17-2.19', 'user-error', 'aborted', 'nccl-tests'],
] as const satisfies readonly Row[]
