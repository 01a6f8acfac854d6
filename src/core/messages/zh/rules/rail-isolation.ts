/** Chinese: rail-isolation. */
import type { RailIsolationValues } from '../../../rules/path/rail-isolation.ts'
import type { RuleText } from '../../rule-text.ts'

export const railIsolation: RuleText<RailIsolationValues> = {
  name: '跨轨的连接',
  about:
    '网卡列表相同的主机之间，发送和接收的网卡名称不同。正是这些连接无人应答（状态 12）而其他连接正常时为错误；NCCL_CROSS_NIC=1 或 NCCL_PXN_DISABLE=1 允许它且多节点测量偏低时为警告；否则为信息：不分轨 的网络同样能承载。',

  title: ({ crossing, of, from, to, unanswered, setting }, print) =>
    unanswered
      ? `跨轨的连接得不到应答（${from.host} ${from.nic} 到 ${to.host} ${to.nic}），同一轨上的可以`
      : `主机间的 ${print.count(of)} 个连接中有 ${print.count(crossing)} 个从一条轨出发、到达另一条${setting === undefined ? '' : `（${setting} 允许这样）`}`,
  cause: ({ unanswered }) => (unanswered ? '各轨之间不通' : '主机间的连接跨了轨'),
  detail: ({ from, to, nodes, unanswered }, print) =>
    `轨是各主机上同名的网卡。rank ${from.rank} 经 ${from.nic} 发送，rank ${to.rank} 经 ${to.nic} 接收。${
      unanswered
        ? '报告 "status=12"（无人应答）的网卡正是这些连接的网卡：各轨是独立网络时就是这样。坏掉的端口看起来可能一样；第一条命令可以区分。'
        : '每条轨一台叶交换机时，这要经过 spine，与其他流量共用；各轨是独立网络时则会失败。不分轨 的网络没有代价：这些文件没有说是哪一种。'
    }除非 NCCL_CROSS_NIC=0，NCCL 允许环在节点内换轨：节点数为偶数时互相抵消，为奇数时有一个连接跨轨（这里 ${print.count(nodes)} 个节点）。`,
  actions: ({ from, to, setting }) => [
    `在 ${to.host} 上 ib_write_bw -d ${to.nic}，再在 ${from.host} 上 ib_write_bw -d ${from.nic} ${to.host}：能连上吗？速率与两端都用 ${to.nic} 时相同吗？`,
    ...(setting === undefined ? [] : [`在所有主机上 unset ${setting.replace(/=.*/, '')}`]),
    '在所有主机上 NCCL_CROSS_NIC=0：环和树留在各自的轨上',
    'all_to_all：保持 PXN 打开，它经 NVLink 把数据送到正确的轨上的网卡',
  ],
  verify: () => 'NCCL_DEBUG=INFO：连接两端的网卡同名',
  inOrder: '连接都在各自的轨上',
  explained: {
    knownBy: '一个连接的两端（同一通信器、rank、通道），以及两台主机的 "NET/IB : Using" 列表，二者必须相同。',
    costs: '经过 spine 而不是一台叶交换机；各轨是独立网络时作业会失败：环只在节点数为奇数时失败。',
    todo: 'NCCL_CROSS_NIC=0；保持 PXN 打开；从一条轨到另一条跑 ib_write_bw。',
    verify: '每个连接两端的网卡同名。',
  },
}
