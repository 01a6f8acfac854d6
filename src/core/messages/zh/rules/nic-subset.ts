/** Chinese: nic-subset. */
import type { NicSubsetValues } from '../../../rules/path/nic-subset.ts'
import type { RuleText } from '../../rule-text.ts'
import { some } from '../phrases/network.ts'

export const nicSubset: RuleText<NicSubsetValues> = {
  name: '作业没有用到的网卡',
  about: '警告。一台主机的所有连接只经过所列网卡的一半或更少，而日志中有它的全部 rank 且至少四个。',

  title: ({ host, used, listed }, print) =>
    `${host} 只用了 ${print.count(listed)} 块网卡中的 ${print.count(used.length)} 块`,
  cause: ({ host, used, listed }, print) =>
    `${host} 只用了 ${print.count(listed)} 块网卡中的 ${print.count(used.length)} 块`,
  detail: ({ used, unused, ranks }, print) =>
    `在用：${some(used, print)}；列出但没用：${some(unused, print)}。那里运行着 ${print.count(ranks)} 个 rank，本可以有更多网卡参与。存储或管理网卡不用是对的；GPU 旁边的不用就不对了。`,
  actions: ({ used }) => [
    `环境中有 NCCL_IB_HCA 吗？mlx5_1 也会匹配 mlx5_10 到 mlx5_19：写成 NCCL_IB_HCA==${used[0] ?? 'mlx5_0'}`,
    'nvidia-smi topo -m：哪块网卡与哪个 GPU 是 PIX 或 PXB？虚拟机中用 NCCL_TOPO_FILE',
    'NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,GRAPH：各 ring 用哪些网卡？',
  ],
  verify: () =>
    'NCCL_DEBUG=INFO ... 2>&1 | grep -o "via NET/[A-Za-z]*/[0-9]*" | sort | uniq -c 显示每一块网卡',
  inOrder: '网卡都在用',
  explained: {
    knownBy: '连接中的网卡编号，对照 "NET/IB : Using" 列表。',
    costs: '没有用到的那部分网卡。',
    todo: '带 "=" 的 NCCL_IB_HCA，拓扑，虚拟机中的 NCCL_TOPO_FILE。',
    verify: 'GPU 旁边的每块网卡都出现在 "via NET" 中。',
  },
}
