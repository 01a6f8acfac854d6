/** Fixtures of the rules about settings: facts on which each must speak, and facts near to them on which it must not. */
import { environment, facts, hostFacts, place } from '../analysis/hand-made.fixtures.ts'
import type { SettingsFindings } from '../messages/findings-settings.ts'
import type { RuleFixture } from './rules.fixtures.ts'

export const settingsFixtures: { readonly [Id in keyof SettingsFindings]: RuleFixture } = {
  'env-unknown': {
    speaks: facts([
      environment('gpu-12', { NCCL_BUFFER_SIZE: '8388608', NCCL_TREE_THRESHOLD: '0', NCCL_QUUX_CORGE: '1' }),
    ]),
    severity: 'warning',
    silent: facts([
      environment('gpu-12', {
        NCCL_BUFFSIZE: '8388608',
        NCCL_VERSION: '2.21.5',
        NCCL_ASYNC_ERROR_HANDLING: '1',
        NCCL_FASTRAK_IFNAME: 'eth1',
        RCCL_MSCCL_ENABLE: '1',
      }),
    ]),
  },
  'env-override': {
    speaks: facts([environment('gpu-12', { NCCL_PROTO: 'LL', NCCL_ALGO: 'Ring' })]),
    severity: 'warning',
    silent: facts([
      environment('gpu-12', { NCCL_PROTO: '^LL128', NCCL_MAX_NCHANNELS: '32', NCCL_P2P_DISABLE: '0' }),
    ]),
  },
  'env-not-propagated': {
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
  },
  'stale-config-file': {
    speaks: facts([
      environment('gpu-12', { NCCL_MAX_NCHANNELS: '2', NCCL_IB_SPLIT_DATA_ON_QPS: '1' }, 'file'),
      environment('gpu-13', { NCCL_IB_TIMEOUT: '22' }, 'file'),
    ]),
    severity: 'warning',
    silent: facts([
      environment('gpu-12', { NCCL_IB_TIMEOUT: '22' }, 'file'),
      environment('gpu-13', { NCCL_IB_TIMEOUT: '22' }, 'file'),
    ]),
  },
  'buffsize-too-small': {
    speaks: facts([environment('gpu-12', { NCCL_BUFFSIZE: '8M' })]),
    severity: 'error',
    silent: facts([environment('gpu-12', { NCCL_BUFFSIZE: '8388608' })]),
  },
}
