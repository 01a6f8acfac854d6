/** English: nvls-unavailable. */
import type { NvlsUnavailableValues } from '../../../rules/path/nvls-unavailable.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/paths.ts'

export const nvlsUnavailable: RuleText<NvlsUnavailableValues> = {
  name: 'NVLink SHARP is not available where it should be',
  about: 'Warning. Hopper or newer GPUs with an NVSwitch, but NCCL has no multicast. On A100 this is normal.',

  title: ({ hosts }, print) => `NVLink SHARP (NVLS) is not available${on(hosts, print)}`,
  cause: () => 'NVLink SHARP (NVLS) is not available',
  detail: ({ refused }) =>
    `${refused ? 'NCCL reports this in its log.' : 'NCCL logs no NVLS channels.'} The GPUs and the NVSwitch support it: the switch does the reduction, and all_reduce on eight H100 reaches 480 instead of 370 GB/s. Possible causes: the Fabric Manager is not running or older than the driver, or a virtual machine or container does not pass multicast through.`,
  actions: () => [
    'systemctl status nvidia-fabricmanager: is it running, with the same version as the driver?',
    'nvidia-smi -q | grep -A 3 Fabric: is State Completed and Status Success?',
    'Use NCCL 2.18 or later, and do not turn cuMem off (NCCL_CUMEM_ENABLE)',
  ],
  verify: () => 'The log says "NVLS multicast support is available" and counts nvls channels',
  inOrder: 'NVLS is used',
  explained: {
    knownBy:
      '"NVLS multicast support is not available", or 0 nvls channels, with NVLinks of Hopper or Blackwell.',
    costs: 'all_reduce on eight H100 reaches 370 instead of 480 GB/s.',
    todo: 'Check the Fabric Manager, the driver, and what the virtual machine passes through.',
    verify: 'The log shows more than 0 nvls channels.',
  },
}
