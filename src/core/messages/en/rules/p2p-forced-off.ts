/** English: p2p-forced-off. */
import type { P2pForcedOffValues } from '../../../rules/path/p2p-forced-off.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/paths.ts'

export const p2pForcedOff: RuleText<P2pForcedOffValues> = {
  name: 'a setting turns peer-to-peer between GPUs off',
  about:
    'Error where the files show NVLink, else a warning; info where the driver denies peer-to-peer anyway. NCCL logs NCCL_P2P_DISABLE=1 as NCCL_P2P_LEVEL LOC.',

  title: ({ name, value, nvlink, hosts }, print) =>
    `${name}=${value} turns peer-to-peer between GPUs off${on(hosts, print)}${nvlink ? ': NVLink lies idle' : ''}`,
  cause: ({ name, value }) => `${name}=${value} turns peer-to-peer off`,
  detail: ({ name, denied, shared }, print) =>
    `${name === 'NCCL_P2P_LEVEL' ? 'NCCL logs NCCL_P2P_DISABLE=1 as NCCL_P2P_LEVEL LOC; either may have been set. ' : ''}Data between GPUs of a host then goes through host memory${shared > 0 ? ` (${print.count(shared)} connections of this log do)` : ''}. ${denied ? 'The driver denies peer-to-peer between these GPUs anyway, so the setting costs nothing here.' : 'With NVLink that is a tenth of the bandwidth or less; between PCIe cards it depends. "0 nvls channels" on A100 is not the fault.'}`,
  actions: ({ denied }) =>
    denied
      ? []
      : [
          'unset NCCL_P2P_DISABLE NCCL_P2P_LEVEL on all hosts (and in nccl.conf, -x, the image)',
          'If it then hangs or gives wrong results, ACS or the IOMMU is the reason why it was set: repair that',
        ],
  verify: () => 'NCCL_DEBUG=INFO ... 2>&1 | grep "via P2P" shows the connections inside the host',
  explained: {
    knownBy:
      'NCCL_P2P_DISABLE or NCCL_P2P_LEVEL in the environment or the log, beside NVLink in topo -m, nvlink -s or the log.',
    costs: 'With NVLink nine tenths of the bandwidth inside a host.',
    todo: 'unset both; where that brings a hang back, repair ACS or the IOMMU.',
    verify: 'Connections say P2P.',
  },
}
