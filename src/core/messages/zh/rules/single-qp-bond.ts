/** Chinese: single-qp-bond. */
import type { SingleQpBondValues } from '../../../rules/fabric/single-qp-bond.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'

export const singleQpBond: RuleText<SingleQpBondValues> = {
  name: '每个连接只用一个队列对的双端口 bond',
  about: '信息，跨节点的运行偏低时为警告。',

  title: ({ device, rate, queuePairs, host }, print) =>
    `${on(host)}${device} 是${rate === undefined ? '' : ` ${print.bits(rate)} 的 `}bond，而每个连接只有 ${print.count(queuePairs)} 个队列对`,
  detail: () => '网络把一个队列对的所有包送往 bond 的同一个端口：单个连接只用到一半，用哪一半靠运气。',
  actions: () => [
    'NCCL_IB_QPS_PER_CONNECTION=4（或 2），并测量',
    '网络允许时更好的做法：两块网卡，不做 bond',
  ],
  verify: () =>
    '用 NCCL_ALGO=RING 在两个节点上运行 all_reduce_perf -b 1G -e 8G -f 2，分别用 1 个和 4 个队列对',
  explained: {
    knownBy: '设备名为 mlx5_bond_…，且 NCCL_IB_QPS_PER_CONNECTION 不大于 1。',
    costs: '最多损失 bond 的一半。',
    todo: '每个连接用更多队列对，或不做 bond。',
    verify: '在两个节点上跑环，分别用 1 个和 4 个队列对。',
  },
}
