/** Chinese: routing-collision. */
import type { RoutingCollisionValues } from '../../../rules/fabric/routing-collision.ts'
import type { RuleText } from '../../rule-text.ts'

export const routingCollision: RuleText<RoutingCollisionValues> = {
  name: '两个节点各自都快，彼此之间却慢',
  about: '警告，来自节点对的表：低于两个节点与其他节点所达到的 80 %。与所有节点都慢的节点属于 slow-node。',

  title: ({ from, to, measured, usual }, print) =>
    `${from} 与 ${to} 之间只有 ${print.rate(measured)}，与其他节点都是 ${print.rate(usual)}`,
  cause: ({ from, to }) => `${from} 与 ${to} 之间的路由慢`,
  detail: ({ pairs, others }, print) =>
    `两个节点与其他节点都正常，所以不是它们的问题：它们的路由与别人共用网络中的一条链路，或那条链路有故障。共测量 ${print.count(pairs)} 对${others > 0 ? `，另有 ${print.count(others)} 对同样偏低` : ''}。`,
  actions: ({ from, to }) => [
    `单独重测 ${from} 与 ${to}，网络上没有别的流量：如果变快，就是路由冲突`,
    '打开自适应路由（NCCL_IB_ADAPTIVE_ROUTING=1、交换机），换队列对数（NCCL_IB_QPS_PER_CONNECTION=4）；用 ibtracert 或 ECMP 哈希查看这一对',
  ],
  verify: ({ usual }, print) => `这一对达到 ${print.rate(usual)}`,
  inOrder: '没有异常的节点对',
  explained: {
    knownBy: '节点对的表：每一对与其两个节点同其他节点所达到的值对照。',
    costs: '经过那条链路的环按它的速度运行。',
    todo: '自适应路由、更多队列对、换一条路由；检查链路本身。',
    verify: '这一对达到其他对的水平。',
  },
}
