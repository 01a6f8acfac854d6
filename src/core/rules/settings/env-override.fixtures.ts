/** env-override: evidence on which it must speak, and as near to it as possible, on which it must not. */

import type { Facts } from '../../analysis/facts.ts'
import { environment, facts, printed, run } from '../../analysis/hand-made.fixtures.ts'
import { settingsOf } from '../lines.fixtures.ts'
import type { RuleId } from '../order.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

interface Variant {
  readonly rule: RuleId
  readonly name: string
  readonly facts: Facts
}

/** RDMA turned off on a run of two hosts with a port that is up, at so many Gb/s. */
const besidePort = (gigabits: number): Facts =>
  facts([
    run({ ranks: 16, hosts: ['gpu-11', 'gpu-12'], gpu: 'NVIDIA Graphics Device' }),
    environment('gpu-12', { NCCL_IB_DISABLE: '1' }),
    ...printed(
      'gpu-12',
      `CA 'mlx5_0'\n\tNumber of ports: 1\n\tPort 1:\n\t\tState: Active\n\t\tRate: ${gigabits}\n\t\tLink layer: InfiniBand\n`,
    ),
  ])

export const fixture: RuleFixture = {
  speaks: facts([environment('gpu-12', { NCCL_PROTO: 'LL', NCCL_ALGO: 'Ring' })]),
  severity: 'warning',
  silent: facts([
    environment('gpu-12', { NCCL_PROTO: '^LL128', NCCL_MAX_NCHANNELS: '32', NCCL_P2P_DISABLE: '0' }),
  ]),
  variants: [
    ...Object.entries({
      NCCL_PROTO: 'LL128',
      NCCL_ALGO: 'Ring',
      NCCL_MIN_NCHANNELS: '16',
      NCCL_NTHREADS: '64',
      NCCL_NET_GDR_LEVEL: 'LOC',
      NCCL_P2P_LEVEL: 'SYS',
      NCCL_SHM_DISABLE: '1',
      NCCL_NVLS_ENABLE: '0',
      NCCL_IB_SPLIT_DATA_ON_QPS: '1',
      NCCL_PXN_DISABLE: '1',
      NCCL_CROSS_NIC: '1',
      NCCL_DEBUG: 'TRACE',
      NCCL_CHECK_POINTERS: '1',
      CUDA_LAUNCH_BLOCKING: '1',
      NCCL_IB_PCI_RELAXED_ORDERING: '0',
      NCCL_DMABUF_ENABLE: '0',
      NCCL_P2P_NET_CHUNKSIZE: '4096',
    }).map(
      ([name, value]): Variant => ({
        name: `${name}=${value}`,
        facts: settingsOf({ [name]: value }),
      }),
    ),
  ],
  thresholds: {
    'env-override.port': { speaks: besidePort(40), silent: besidePort(32) },
    'env-override.channels': {
      speaks: settingsOf({ NCCL_MAX_NCHANNELS: '4' }),
      silent: settingsOf({ NCCL_MAX_NCHANNELS: '5' }),
    },
    // NCCL takes multiples of 32; here it is the number alone.
    'env-override.threads': {
      speaks: settingsOf({ NCCL_NTHREADS: '255' }),
      silent: settingsOf({ NCCL_NTHREADS: '256' }),
    },
    'env-override.chunk': {
      speaks: settingsOf({ NCCL_P2P_NET_CHUNKSIZE: '16384' }),
      silent: settingsOf({ NCCL_P2P_NET_CHUNKSIZE: '32768' }),
    },
  },
}
