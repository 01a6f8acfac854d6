/** English: p2p-forced-off. */

import type { P2pForcedOffValues } from '../../../rules/path/p2p-forced-off.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/paths.ts'
import { counted } from '../phrases/words.ts'

export const p2pForcedOff: RuleText<P2pForcedOffValues> = {
  name: 'a setting turns peer-to-peer between GPUs off',
  about:
    'Error if the files show NVLink, otherwise a warning; info if the driver does not allow peer-to-peer anyway. NCCL logs NCCL_P2P_DISABLE=1 as NCCL_P2P_LEVEL LOC.',

  title: ({ name, value, nvlink, hosts }, print) =>
    `${name}=${value} turns peer-to-peer between GPUs off${on(hosts, print)}${nvlink ? ': NVLink is not used' : ''}`,
  cause: ({ name, value }) => `${name}=${value} turns peer-to-peer off`,
  detail: ({ name, denied, shared }, print) =>
    `${name === 'NCCL_P2P_LEVEL' ? 'NCCL logs NCCL_P2P_DISABLE=1 as NCCL_P2P_LEVEL LOC; either may have been set. ' : ''}Data between GPUs of a host then goes through host memory${shared > 0 ? ` (${counted(shared, print, 'such connection')} in this log)` : ''}. ${denied ? 'The driver does not allow peer-to-peer between these GPUs anyway, so the setting costs nothing here.' : 'That is a tenth of the NVLink bandwidth or less; between PCIe cards the cost varies. "0 nvls channels" on A100 is not the cause.'}`,
  actions: ({ denied }) =>
    denied
      ? []
      : [
          'unset NCCL_P2P_DISABLE NCCL_P2P_LEVEL on all hosts (and in nccl.conf, -x, the image)',
          'If the job then hangs or gives wrong results, the setting was there because of ACS or the IOMMU: fix that instead',
        ],
  verify: () => 'NCCL_DEBUG=INFO ... 2>&1 | grep "via P2P" shows the connections inside the host',
  explained: {
    knownBy:
      'NCCL_P2P_DISABLE or NCCL_P2P_LEVEL in the environment or the log, together with NVLink in topo -m, nvlink -s or the log.',
    costs: 'With NVLink, nine tenths of the bandwidth inside a host.',
    todo: 'Unset both. If that brings a hang back, fix ACS or the IOMMU.',
    verify: 'The log shows connections as P2P.',
  },
}
