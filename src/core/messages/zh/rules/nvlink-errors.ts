/** Chinese: nvlink-errors. */
import type { NvlinkErrorsValues } from '../../../rules/machine/nvlink-errors.ts'
import type { RuleText } from '../../rule-text.ts'
import { nameOf, on } from '../phrases/host.ts'

export const nvlinkErrors: RuleText<NvlinkErrorsValues> = {
  name: 'NVLink 有错误',
  about:
    '警告。replay、CRC 或 recovery 计数远高于所有其他链路，或内核记录了 NVLink 错误（Xid 74；Blackwell 起为 144 到 150）。少量已纠正的错误属正常，一半链路都有的数值是该环境的常态。',

  title: ({ counters, xids, host, ...gpu }, print) =>
    xids.length > 0
      ? `${on(host)}内核记录了 ${nameOf(gpu)} 的 NVLink 错误：Xid ${xids.join('、')}`
      : `${on(host)}${nameOf(gpu)} 的 NVLink ${counters[0]?.link ?? 0} 计有 ${print.count(counters[0]?.count ?? 0)} 个 ${counters[0]?.what ?? ''} 错误`,
  cause: (gpu) => `${nameOf(gpu)} 的 NVLink 有错误`,
  detail: ({ counters, usual, others, xids }, print) =>
    [
      ...(counters.length === 0
        ? []
        : [
            `${counters
              .slice(0, 4)
              .map(
                ({ link, what, count, grown }) =>
                  `链路 ${link}：${what} ${print.count(count)}${grown === undefined ? '' : `（比前一次多 ${print.count(grown)}）`}`,
              )
              .join(
                '；',
              )}。${others === 1 ? '另一条链路' : `其他 ${print.count(others)} 条链路的中位数`}：${print.count(usual)}。`,
            'replay 是重发一个包，recovery 是重新训练链路：数据仍然正确，但其间每个集合通信都在等。计数从驱动加载时开始。',
          ]),
      ...(xids.length === 0
        ? []
        : ['内核这样记录的链路自己报告了错误；致命错误会结束使用它的作业，链路在 GPU 重置之前一直断开。']),
    ].join(''),
  actions: ({ host, ...gpu }) => [
    `在一次运行前后执行 nvidia-smi nvlink -e -i ${pick(gpu)}：哪些计数在增长？`,
    `nvidia-smi nvlink -s -i ${pick(gpu)}：所有链路都活动吗？`,
    `计数增长：没有作业时重置 GPU（nvidia-smi --gpu-reset -i ${pick(gpu)}）；再次出现：把${host === undefined ? '该主机' : ` ${host} `}移出调度（drain）并报修`,
  ],
  verify: () => '一次运行前后两次 nvidia-smi nvlink -e 的计数相同',
  inOrder: 'NVLink 没有错误',
  explained: {
    knownBy: '所有 GPU 的 nvidia-smi nvlink -e，逐条链路比较；dmesg："NVRM: Xid (PCI:0000:5d:00): 74"。',
    costs: '抖动、带宽损失，最后链路断开。',
    todo: '看哪些计数在增长；重置 GPU；再次出现：移出调度并报修。',
    verify: '一次运行前后的两次计数相同。',
  },
}

/** nvidia-smi -i 所取的形式。 */
const pick = ({ gpu, seat }: { readonly gpu?: number; readonly seat?: string }): string =>
  gpu === undefined ? `${seat}.0` : `${gpu}`
