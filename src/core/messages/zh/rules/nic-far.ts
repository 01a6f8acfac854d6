/** Chinese: nic-far. */
import type { NicFarValues } from '../../../rules/path/nic-far.ts'
import type { RuleText } from '../../rule-text.ts'

export const nicFar: RuleText<NicFarValues> = {
  name: '网卡只能经 CPU 到达 GPU',
  about:
    '来自 nvidia-smi topo -m：GPU 到网卡的路径是 PHB、NODE 或 SYS，而其他网卡是 PIX 或 PXB。NCCL 在此不用 GPUDirect RDMA：约三分之二的速率，跨插槽约三分之一。',

  title: ({ gpus, host }, print) =>
    `${host === undefined ? '' : `${host} 上 `}${gpus.length === 1 ? `${gpus[0]?.gpu} ` : `有 ${print.count(gpus.length)} 块 GPU `}只能经过 CPU 到达最近的网卡`,
  detail: ({ gpus, near, nodes }, print) =>
    `${gpus.map(({ gpu, nic, path }) => `${gpu} 到 ${nic}：${path}`).join('，')}；${near === 0 ? '没有 GPU' : `其余 ${print.count(near)} 块`}与网卡在同一 PCIe 交换机下（PIX、PXB）。经过 CPU 时，200 Gb/s 的网卡在 24 GB/s 中约只剩 16，来自另一个插槽时只有 8 到 9 GB/s。${nodes > 1 ? '' : '在单个节点内，网卡不参与通信。'}`,
  actions: () => [
    'nvidia-smi topo -m 的 NIC 图例：这些 GPU 旁边是否少了本该有的网卡（lspci | grep -i mellanox）？',
    '每个 PCIe 交换机一块网卡：把卡移到 GPU 所在交换机下的插槽',
    'NCCL_DEBUG=INFO ... 2>&1 | grep GDRDMA：这样的路径上 NCCL 可能不用 GPUDirect',
  ],
  verify: () => 'nvidia-smi topo -m 中每块 GPU 与某块网卡之间为 PIX 或 PXB',
  inOrder: '每个 GPU 都靠近其网卡',
  explained: {
    knownBy: 'nvidia-smi topo -m：GPU 与最近的网卡之间不是 PIX 或 PXB，而是 PHB、NODE 或 SYS。',
    costs: '跨节点时，200G 网卡在同一插槽约损失三分之一，来自另一插槽损失三分之二。单节点内没有影响。',
    todo: '每个 PCIe 交换机下一块网卡；看是否有网卡缺失或插错了槽。',
    verify: '每块 GPU 与某块网卡之间为 PIX 或 PXB。',
  },
}
