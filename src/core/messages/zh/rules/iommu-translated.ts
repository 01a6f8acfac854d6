/** Chinese: iommu-translated. */
import type { IommuTranslatedValues } from '../../../rules/path/iommu-translated.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'

export const iommuTranslated: RuleText<IommuTranslatedValues> = {
  name: 'IOMMU 对每次传输做地址转换',
  about:
    '内核显示 "Default domain type: Translated" 且没有 iommu=pt 时为警告；只有命令行打开了 IOMMU 时为信息。',

  title: ({ why, option, host }) =>
    why === 'translated'
      ? `${on(host)}IOMMU 对 GPU 与网卡之间的每次传输做地址转换`
      : `${on(host)}IOMMU 已打开（${option}），没有信息表明它直通传输`,
  cause: () => 'IOMMU 对每次传输做地址转换',
  detail: ({ why }) =>
    why === 'translated'
      ? '内核显示 "Default domain type: Translated"：GPU 或网卡使用的每个地址都要查表，P2P 经过根复合体。使用 iommu=pt 时，主机自己的设备会直通。'
      : '没有 iommu=pt 时，多数内核会做转换。启动时的内核日志（dmesg | grep -i "domain type"）可以确定。',
  actions: () => [
    '内核命令行：iommu=pt（不运行虚拟机时可用 amd_iommu=off、intel_iommu=off），然后重启',
    '同时检查 ACS：iommu=pt 不会清除它（sudo lspci -vvv | grep ACSCtl）',
  ],
  verify: () => 'dmesg | grep -i "domain type" 显示 Passthrough',
  inOrder: 'IOMMU 直通',
  explained: {
    knownBy: 'dmesg："Default domain type"；/proc/cmdline：intel_iommu、amd_iommu、iommu。',
    costs: 'GPUDirect RDMA 的速率最多损失一半，与 ACS 一起更多。',
    todo: '在内核命令行加上 iommu=pt。',
    verify: 'dmesg 显示 Passthrough。',
  },
}
