/** env-unknown: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { environment, facts } from '../../analysis/hand-made.fixtures.ts'
import { settingsOf } from '../lines.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
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
  variants: [
    { name: 'dead', facts: settingsOf({ NCCL_LL_THRESHOLD: '0' }) },
    { name: 'of unknown origin', facts: settingsOf({ NCCL_QUUX_CORGE: '1' }) },
  ],
  // Whether NCCL_PROTO or NCCL_NET_GDR_LEVEL was meant.
  thresholds: {
    'env-unknown.slip': {
      speaks: settingsOf({ NCCL_PROT: 'Simple' }),
      silent: settingsOf({ NCCL_PRT: 'Simple' }),
    },
    'env-unknown.slip-of-long': {
      speaks: settingsOf({ NCCL_NET_GRD_LEVL: 'SYS' }),
      silent: settingsOf({ NCCL_NETS_GRD_LEVL: 'SYS' }),
    },
    // 14 letters and 13, two of them wrong.
    'env-unknown.long': {
      speaks: settingsOf({ NCCL_NET_GRD_LEVL: 'SYS' }),
      silent: settingsOf({ NCCL_NET_GDR_LVL: 'SYS' }),
    },
  },
}
