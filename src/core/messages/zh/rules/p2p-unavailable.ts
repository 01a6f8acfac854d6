/** Chinese: p2p-unavailable. */
import type { P2pUnavailableValues } from '../../../rules/path/p2p-unavailable.ts'
import type { RuleText } from '../../rule-text.ts'

export const p2pUnavailable: RuleText<P2pUnavailableValues> = {
  name: '完全没有 P2P 的 GPU',
  about: '信息。Ada 以来的 GeForce 经主机内存交换数据：那里每秒几 GB 是正常的，不是故障。',

  title: ({ gpu, host }) =>
    `${gpu}${host === undefined ? '' : `（${host}）`}：驱动不允许这些 GPU 之间 P2P，NCCL 经主机内存拷贝`,
  detail: ({ gpus }, print) =>
    `这是该型号的产品限制，不是这里的 ${print.count(gpus)} 块 GPU 的故障。每次传输要经过 PCIe 两次；同一交换机下的两块 GPU 双向共用上行链路，可能比相距远的两块还慢。`,
  actions: () => [
    'nvidia-smi topo -p2p r 中每一对显示 CNS 或 NS',
    '用两块 GPU 的作业：也试试不同交换机下的一对（nvidia-smi topo -m 中为 SYS），取较快的',
  ],
  explained: {
    knownBy: 'GPU 型号：从 Ada 起，GeForce 的驱动不允许 P2P。',
    costs: '数据要经过主机内存：只有几 GB/s，低于 PCIe 本身的能力。',
    todo: '无可修复。小作业：选较快的一对。',
    verify: 'nvidia-smi topo -p2p r',
  },
}
