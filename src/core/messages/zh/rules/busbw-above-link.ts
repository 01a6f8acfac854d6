/** Chinese: busbw-above-link. */
import type { BusbwAboveLinkValues } from '../../../rules/number/busbw-above-link.ts'
import { testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'

export const busbwAboveLink: RuleText<BusbwAboveLinkValues> = {
  name: 'busbw 超过链路或网卡，以及为何正常',
  about:
    '信息。有 NVLS 时由交换机求和，线上流量为 algbw x (n+1)/n；两节点时树只发送环的一半。这样的数不能检验线路：应使用 NCCL_ALGO=RING。',

  title: ({ collective, measured, link, of }, print) =>
    `${collective} 的 busbw 为 ${print.rate(measured)}，超过${of === 'nics' ? '每个节点的网卡' : '每块 GPU 的链路'}单方向的 ${print.rate(link)}`,
  detail: ({ why, wire, ranks }, print) => {
    switch (why) {
      case 'nvls':
        return `这是正常的：使用 NVLS 时由交换机做加法，每条链路上传的数据比 busbw 所假定的少。线路上的实际值是 algbw x ${ranks + 1}/${ranks}${wire === undefined ? '' : ` = ${print.rate(wire)}`}。`
      case 'tree-on-two-nodes':
        return '这是正常的：两个节点之间，树形算法在每个方向只传一遍数据，而 busbw 按环形算法计算。它说明不了网卡的情况。'
      case 'more-than-said':
        return 'NVLS 和两节点的树形算法都解释不了：机器的链路或网卡比所说的多，或者这个数不是以 GB/s 计的 busbw。'
    }
  },
  actions: ({ why, collective }) =>
    why === 'more-than-said'
      ? [
          '用 --on 如实说明机器，例如 --on 8xH100-SXM5+8x400G',
          '是不是 Gb/s，或两个方向之和？请给出单方向的 GB/s',
        ]
      : [
          `NCCL_ALGO=RING ${testProgram(collective)} -b 1G -e 16G -f 2：用环形算法时，busbw 就是链路上的实际值`,
        ],
  explained: {
    knownBy: 'busbw 对照一块 GPU 的链路（单节点）或一个节点的全部网卡（多节点）单方向的速率。',
    costs: '本身没有代价；但这样的数说明不了线路。',
    todo: '要检验线路时用 NCCL_ALGO=RING。',
    verify: '环形算法的值低于链路速率。',
  },
}
