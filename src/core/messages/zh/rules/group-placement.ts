/** Chinese: group-placement. */
import type { GroupPlacementValues } from '../../../rules/path/group-placement.ts'
import type { RuleText } from '../../rule-text.ts'
import { some } from '../phrases/network.ts'

export const groupPlacement: RuleText<GroupPlacementValues> = {
  name: '放得进一台主机的 rank 组跨越了多台',
  about:
    '有 NVLink 时为警告，否则为信息。仅当同一作业中同样大小的组在主机内，且该组的 GPU 在本机内都没有自己的组时才报告：数据并行组本来就跨主机。多节点 NVLink 是一个域。',

  title: ({ ranks, spanning, inside, hosts }, print) =>
    `${print.count(spanning)} 个 ${print.count(ranks)} 个 rank 的组跨越主机（${some(hosts, print)}），同样大小的组有 ${print.count(inside)} 个在一台主机内`,
  cause: ({ ranks }, print) => `${print.count(ranks)} 个 rank 的组分散在多台主机上`,
  detail: ({ gpus }, print) =>
    `这里一台主机有 ${print.count(gpus)} 块 GPU：这样的组放得进一台主机，而它的 GPU 在本机内都没有自己的组。离开 NVLink 域的张量并行或专家并行组，每一层的流量都经过网卡，位置良好的组也要等它。`,
  actions: () => [
    '检查 rank 和主机的顺序：一个组的 rank 必须在一台主机上相连（hostfile、srun --distribution=block、--ntasks-per-node）',
    '组的大小应能整除一台主机的 GPU 数',
  ],
  verify: () => 'NCCL_DEBUG=INFO：每个这样的 commId 的所有 rank 都来自一台主机（nNodes 1）',
  inOrder: 'rank 组在主机内',
  explained: {
    knownBy: '每个 commId 的 rank、主机和 GPU，所有 rank 都有日志。',
    costs: '每一层都走网卡而不是 NVLink。',
    todo: 'rank 按块排列；组的大小能整除一台主机的 GPU 数。',
    verify: '每个这样的组 nNodes 为 1。',
  },
}
