/** Chinese: share-of-limit. */
import type { ShareOfLimitValues } from '../../../rules/number/share-of-limit.ts'
import type { RuleText } from '../../rule-text.ts'

export const shareOfLimit: RuleText<ShareOfLimitValues> = {
  name: 'ringscope perf 达到了所在 CPU 极限的多少',
  about:
    '取最大的大小：用时与内存、套接字或互连在同一次运行中测得的极限相比。60 % 到 150 % 为正常，否则为 info（超过则测得的极限不算数）；从不是错误。它与任何 GPU 无关。',

  title: ({ collective, bytes, seconds, share, is }, print) =>
    `CPU 上 ${print.bytes(bytes)} 的 ${collective} 用时 ${print.duration(seconds)}：${is === 'disturbed' ? `比测得的极限还快（为其 ${print.percent(share)}）` : `达到这台机器极限的 ${print.percent(share)}`}`,
  detail: ({ ranks, algorithm, limitSeconds, is, waiting, muchWaiting }, print) =>
    [
      `${ranks} 个 rank，算法 ${algorithm}；同一次运行中测得的机器极限为 ${print.duration(limitSeconds)}。没有 GPU 参与，因此与 NCCL 无关。`,
      ...(is === 'disturbed'
        ? ['这时测得的极限不算数：集合操作用上了缓存而极限没有，或者测量极限时机器被别的程序占用。']
        : []),
      ...(muchWaiting ? [`其中 ${print.percent(waiting)} 的时间各 rank 在等待最晚者。`] : []),
    ].join(''),
  actions: ({ is, muchWaiting }) =>
    is === 'disturbed'
      ? ['在没有别的程序运行时：ringscope perf COLLECTIVE -b 64M -e 64M']
      : is === 'healthy'
        ? []
        : [
            'ringscope perf COLLECTIVE --algo all：哪个算法最接近极限',
            ...(muchWaiting ? ['rank 数不要超过空闲的核数：共用一个核的 rank 会互相等待'] : []),
          ],
  explained: {
    knownBy: '最大大小的中位数，与同一次运行中测得的内存、套接字或互连的极限相比。',
    costs: '本身没有代价：它区分慢的算法、过多的 rank 和慢的机器。',
    todo: '比较各算法（--algo all）；rank 数不超过空闲的核数。',
    verify: '在空闲的机器上运行 ringscope perf COLLECTIVE -b 64M -e 64M。',
  },
}
