/** Chinese: nic-link-drops. */
import type { NicLinkDropsValues } from '../../../rules/machine/nic-link-drops.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'

export const nicLinkDrops: RuleText<NicLinkDropsValues> = {
  name: '断开过的网卡链路',
  about:
    '日志结束时仍断开、或 12 小时内断开三次以上为警告；已恢复、或日志只有断开的行时为信息。主机启动时的断开和从未在线的端口不是发现。',

  title: ({ why, links, host }, print) =>
    why === 'lost'
      ? `${on(host)}${named(links)} 的链路断开，日志中没有恢复的记录`
      : why === 'flaps'
        ? `${on(host)}${named(links)} 的链路反复断开和恢复：12 小时内 ${print.count(most(links))} 次`
        : `${on(host)}${named(links)} 的链路断开过 ${print.count(sum(links))} 次`,
  cause: ({ why, links }) =>
    `${named(links)} 的链路${why === 'lost' ? '已断开' : why === 'flaps' ? '反复断开' : '断开过'}`,
  detail: ({ why, links, seenUp }, print) =>
    why === 'dropped'
      ? `${seenUp ? '它已恢复。' : '日志只有断开的行：不知道这个端口是否在使用。'}维护、驱动和交换机重启也会断开链路。只有当时有作业在运行才有影响：请对照时间。`
      : `${why === 'lost' ? `它此前在线，断开过 ${print.count(sum(links))} 次。有意关闭端口也会留下同样的行。` : ''}链路断开期间，要经过它发送的数据等待并重发，或者作业以完成错误 12 结束。NCCL 不会自行改用其他网卡。`,
  actions: ({ links }) => {
    const [device = ''] = links.map((link) => link.device)
    return [
      `mlxlink -d ${device} -m -c，或 ethtool -m：线缆、模块、纠错前的错误`,
      '交换机在该时间、该端口的日志：其他主机的链路也断开了吗？若是，则为交换机或维护',
      '与同伴交换线缆：故障是否随之移动？',
    ]
  },
  verify: () => 'dmesg -T | grep -i "link.*down"：一次运行之后没有新的行；ibstat：Active',
  inOrder: '网卡链路一直在线',
  explained: {
    knownBy: 'dmesg 或 journalctl -k：mlx5_core、bnxt_en、ice 的 "Link down"、"Link up"，按其顺序和时间。',
    costs: '断开期间等待和重发，或作业结束（完成错误 12）。',
    todo: '线缆和模块；交换机在该时间、该端口的日志。',
    verify: '一次运行之后没有新的行；ibstat：Active。',
  },
}

type Links = NicLinkDropsValues['links']

const named = (links: Links): string =>
  `${links
    .slice(0, 4)
    .map(({ device, interface: name }) => (name === undefined ? device : `${device} (${name})`))
    .join('、')}${links.length > 4 ? ' …' : ''}`

const most = (links: Links): number => Math.max(...links.map(({ within12Hours = 0 }) => within12Hours))

const sum = (links: Links): number => links.reduce((all, { drops }) => all + drops, 0)
