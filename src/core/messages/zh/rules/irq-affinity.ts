/** Chinese: irq-affinity. */
import type { IrqAffinityValues } from '../../../rules/machine/irq-affinity.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'

export const irqAffinity: RuleText<IrqAffinityValues> = {
  name: '网卡的中断全在一个 CPU 上，或在远端插槽',
  about: '有四个以上向量的网卡，一个 CPU 处理 90 % 的完成中断时为警告；在其 NUMA 节点之外处理时为信息。',

  title: ({ nic, why, vectors, cpu, share, numaNode, host }, print) =>
    why === 'one-core'
      ? `${on(host)}CPU ${cpu} 处理 ${nic} 的 ${print.percent(share)} 的中断（${print.count(vectors)} 个向量）`
      : `${on(host)}${nic} 的 ${print.percent(share)} 的中断在它的 NUMA 节点 ${numaNode} 之外处理`,
  cause: ({ nic, cpu }) => `${nic} 的中断只由 CPU ${cpu} 处理`,
  detail: ({ why, irqbalance }) =>
    `${why === 'one-core' ? '一个 CPU 于是限制了网卡在 TCP 上的能力，并拖延等待完成事件的一切。' : '每个完成事件都要穿过插槽之间的连接。'}轮询方式的 RDMA 几乎不用中断；在单个 NVLink 机器内网卡不参与通信。${irqbalance === undefined ? '' : irqbalance ? 'irqbalance 正在运行。' : 'irqbalance 没有运行。'}`,
  actions: () => [
    'set_irq_affinity_bynode.sh NODE INTERFACE（mlnx-tools），或 systemctl start irqbalance',
    '执行两次 grep mlx5 /proc/interrupts：作业运行时哪些列在增长？',
  ],
  verify: () => '/proc/interrupts 的计数在网卡所在节点的多个 CPU 上增长',
  inOrder: '网卡中断已分散',
  explained: {
    knownBy: '/proc/interrupts：每块网卡的完成向量由哪些 CPU 处理。',
    costs: 'TCP 受那个 CPU 限制，尾延迟变长。轮询方式的 RDMA 几乎不受影响。',
    todo: '把向量分散到网卡所在的节点（mlnx-tools），或运行 irqbalance。',
    verify: '计数在多个 CPU 上增长。',
  },
}
