/** Chinese: nvls-unavailable. */
import type { NvlsUnavailableValues } from '../../../rules/path/nvls-unavailable.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/paths.ts'

export const nvlsUnavailable: RuleText<NvlsUnavailableValues> = {
  name: '本应有的 NVLink SHARP 不可用',
  about: '警告。Hopper 及以后的 GPU 在 NVSwitch 后面，而 NCCL 没有组播。在 A100 上本来如此。',

  title: ({ hosts }, print) => `${on(hosts, print)}NVLink SHARP（NVLS）不可用`,
  cause: () => 'NVLink SHARP（NVLS）不可用',
  detail: ({ refused }) =>
    `${refused ? 'NCCL 自己这样说。' : 'NCCL 没有为它计入 channel。'}GPU 和 NVSwitch 都支持它：由交换机做加法，八个 H100 的 all_reduce 达到 480 而不是 370 GB/s。Fabric Manager 没有运行或比驱动旧，或虚拟机、容器没有传递组播。`,
  actions: () => [
    'systemctl status nvidia-fabricmanager：在运行，且与驱动版本一致吗？',
    'nvidia-smi -q | grep -A 3 Fabric：State Completed、Status Success？',
    'NCCL 2.18 或更高；没有关闭 cuMem（NCCL_CUMEM_ENABLE）',
  ],
  verify: () => '日志显示 "NVLS multicast support is available"，并计入 nvls channel',
  inOrder: '使用了 NVLS',
  explained: {
    knownBy:
      '"NVLS multicast support is not available" 或 0 nvls channels，以及 Hopper 或 Blackwell 的 NVLink。',
    costs: '八个 H100 的 all_reduce：370 而不是 480 GB/s。',
    todo: 'Fabric Manager；驱动；虚拟机传递了什么。',
    verify: 'nvls channels 大于 0。',
  },
}
