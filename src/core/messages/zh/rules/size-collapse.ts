/** Chinese: size-collapse. */
import type { SizeCollapseValues } from '../../../rules/number/size-collapse.ts'
import { sizeOption, testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'

export const sizeCollapse: RuleText<SizeCollapseValues> = {
  name: '带宽在某个大小以上下降且不恢复',
  about: '错误。busbw 在某个大小以上下降 50 % 以上且不恢复：拥塞或丢包（RoCE 流控不起作用），或缓冲区太小。',

  title: ({ collective, bytes, best, fromBytes, measured }, print) =>
    `${collective} 超过 ${print.bytes(bytes)} 后崩落：从 ${print.rate(best)} 降到 ${print.bytes(fromBytes)} 起的 ${print.rate(measured)}`,
  cause: ({ bytes, drop }, print) => `超过 ${print.bytes(bytes)} 后损失 ${print.percent(drop)}`,
  detail: ({ drop, nodes }, print) =>
    `所有更大的消息都损失 ${print.percent(drop)} 的带宽。${
      nodes === 1
        ? '在单个节点内，这是缓冲区的问题，或大消息走了另一条路径。'
        : '跨节点时，拥塞和丢包就是这个样子（流控没有生效的 RoCE）：短的突发能通过，长的会使交换机溢出。'
    }`,
  actions: ({ nodes, collective, bytes }) =>
    nodes === 1
      ? [
          `NCCL_DEBUG=INFO ${testProgram(collective)} -b ${sizeOption(bytes)} -e 8G -f 2 2>&1 | tee nccl.log：走的是哪条路径？`,
          'df -h /dev/shm；env | grep NCCL_BUFFSIZE',
        ]
      : [
          "在各节点上、测试前后各执行一次：ethtool -S IFACE | grep -E 'discard|pause|out_of_buffer'；数字增长就是丢包",
          'mlnx_qos -i IFACE，交换机上也查：RoCE 所用优先级的 PFC 是否端到端都打开了？',
          '先用同一台 leaf 交换机下的两个节点，再用不同 leaf 下的两个：只在一种情况下丢包，问题就在 spine',
        ],
  verify: ({ collective, best }, print) =>
    `${testProgram(collective)} -b 1M -e 8G -f 2 直到最后都保持在 ${print.rate(best)} 以上`,
  inOrder: '大消息没有骤降',
  explained: {
    knownBy: '超过某个大小后，全都不到之前最好值的一半。',
    costs: '大的梯度要花几倍的时间。',
    todo: '测试前后网卡与交换机端口的计数（丢弃、pause 帧）；PFC 是否端到端；同一台 leaf 交换机与两台对比。',
    verify: 'busbw 直到最后都保持最好值。',
  },
}
