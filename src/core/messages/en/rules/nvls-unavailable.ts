/** English: nvls-unavailable. */
import type { NvlsUnavailableValues } from '../../../rules/path/nvls-unavailable.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/paths.ts'

export const nvlsUnavailable: RuleText<NvlsUnavailableValues> = {
  name: 'NVLink SHARP is not available where it should be',
  about:
    'Warning. GPUs since Hopper behind an NVSwitch, and NCCL has no multicast. On A100 that is how it is.',

  title: ({ hosts }, print) => `NVLink SHARP (NVLS) is not available${on(hosts, print)}`,
  cause: () => 'NVLink SHARP (NVLS) is not available',
  detail: ({ refused }) =>
    `${refused ? 'NCCL says so.' : 'NCCL counts no channels for it.'} The GPUs and the NVSwitch can do it: the switch adds, and all_reduce of eight H100 reaches 480 instead of 370 GB/s. The Fabric Manager is not running or older than the driver, or a virtual machine or container does not pass multicast on.`,
  actions: () => [
    'systemctl status nvidia-fabricmanager: running, and of the driver’s version?',
    'nvidia-smi -q | grep -A 3 Fabric: State Completed, Status Success?',
    'NCCL 2.18 or later; cuMem not turned off (NCCL_CUMEM_ENABLE)',
  ],
  verify: () => 'The log says "NVLS multicast support is available", and counts nvls channels',
  inOrder: 'NVLS in use',
  explained: {
    knownBy:
      '"NVLS multicast support is not available", or 0 nvls channels, beside NVLinks of Hopper or Blackwell.',
    costs: 'all_reduce on eight H100: 370 instead of 480 GB/s.',
    todo: 'Fabric Manager; driver; what the virtual machine passes on.',
    verify: 'nvls channels above 0.',
  },
}
