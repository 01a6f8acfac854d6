/** Chinese: roce-congestion. */
import type { RoceCongestionValues } from '../../../rules/fabric/roce-congestion.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'

export const roceCongestion: RuleText<RoceCongestionValues> = {
  name: 'RoCE 上丢失或被标记的包',
  about:
    '丢失或乱序 1000 个包起为警告；拥塞标记或暂停帧 100,000 个起为信息。InfiniBand 端口不计。计数器从驱动加载起累计。',

  title: ({ device, why, host }) =>
    why === 'loss'
      ? `${on(host)}${device} 丢包或乱序：RoCE 在重传`
      : `${on(host)}${device} 因拥塞标记或暂停帧而减速`,
  cause: ({ device, why }) => (why === 'loss' ? `${device} 丢包` : `${device} 被网络减速`),
  detail: ({ why, counters, calm }, print) =>
    `${counters.map(({ name, value }) => `${name} ${print.count(value)}`).join('，')}。${calm > 0 ? `本机另外 ${print.count(calm)} 个端口几乎没有计数。` : ''}${why === 'loss' ? 'RoCE 会退回到丢失的包，把其后的一切重发：少量丢包就会使线速变成十分之一。计数器从驱动加载起累计：要看的是运行期间的增长。' : '标记（ECN、CNP）和暂停是网络卸载负荷的方式；只有很多时才有代价。'}`,
  actions: () => [
    '运行前后各读一次计数器；交换机端口也一样（丢弃、暂停帧）',
    '端到端的 PFC 或 ECN：mlnx_qos -i INTERFACE、cma_roce_tos、与交换机一致的 NCCL_IB_TC',
    '在一个 leaf 交换机内运行：如果不再丢包，问题在 spine',
  ],
  verify: () => '运行 all_reduce_perf -b 1G -e 8G -f 2 期间计数器不变',
  inOrder: '没有丢包',
  explained: {
    knownBy: 'ethtool -S 和 hw_counters：out_of_sequence、packet_seq_err、丢弃；CNP、ECN 标记、暂停帧。',
    costs: '大消息降到五分之一或更少，尾延迟增长几个数量级。',
    todo: '端到端的 PFC 或 ECN、与交换机一致的流量类别、一个 leaf 与两个 leaf 对比。',
    verify: '运行期间计数器不变。',
  },
}
