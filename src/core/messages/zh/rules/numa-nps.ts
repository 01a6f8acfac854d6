/** Chinese: numa-nps. */
import type { NumaNpsValues } from '../../../rules/machine/numa-nps.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'

export const numaNps: RuleText<NumaNpsValues> = {
  name: 'GPU 经主机内存通信，而每插槽只有一个 NUMA 节点',
  about: '提示，实测值偏低时为警告：NPS1 的 AMD EPYC，其 GPU 使用共享内存或没有 P2P。',

  title: ({ cpu, numaNodes, sockets, host }, print) =>
    `${on(host)}${cpu} 在 ${print.count(sockets)} 个插槽上有 ${print.count(numaNodes)} 个 NUMA 节点（NPS1），而 GPU 经主机内存通信`,
  detail: ({ sharedMemory }) =>
    `${sharedMemory ? '日志显示连接经过共享内存。' : '这些 GPU 没有 P2P。'}NPS1 时缓冲区分布在整个插槽上；NPS4 时它们紧靠使用它们的 GPU，对这样的拷贝往往更快。`,
  actions: () => ['BIOS：每插槽 NUMA 节点数设为 NPS4（或 NPS2），先在一台主机上试，并测量'],
  verify: () => 'lscpu | grep NUMA 显示每个插槽四个节点；前后做同样的测试',
  explained: {
    knownBy: 'lscpu：NUMA 节点数和插槽数；日志中经共享内存的连接。',
    costs: '经主机内存的拷贝损失一部分速率。',
    todo: '在 BIOS 中设为 NPS4，先在一台主机上试。',
    verify: '前后做同样的测试。',
  },
}
