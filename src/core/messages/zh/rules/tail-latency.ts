/** Chinese: tail-latency. */
import type { TailLatencyValues } from '../../../rules/number/tail-latency.ts'
import { sizeOption, testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'

export const tailLatency: RuleText<TailLatencyValues> = {
  name: '少数迭代远比多数慢',
  about:
    '最慢的百分之一超过中位数 3 倍为警告，10 倍以上为错误，适用于迭代不少于 100 次的任何大小（nccl-tests -I 或 JSON）。常见原因：RoCE 或 TCP 重传、中断、其他作业。',

  title: ({ collective, bytes, p50, p99, mean }, print) =>
    `${print.bytes(bytes)} 的 ${collective}，100 次中有 1 次需要 ${print.duration(p99)} 以上，而${mean ? '平均' : '中位数'}为 ${print.duration(p50)}`,
  detail: ({ p50, p99, iterations, mean, nodes }, print) =>
    `在 ${print.count(iterations)} 次迭代中，P99 是${mean ? '平均值（文件中没有中位数）' : '中位数'}的 ${print.number(p99 / p50)} 倍。训练的每一步都要等最慢的那次调用${nodes === 1 ? '' : '；在 RoCE 或 TCP 上，重传就是这个样子'}。`,
  actions: ({ nodes }) => [
    ...(nodes === 1
      ? ['用 numactl 或 mpirun --bind-to numa 让每个进程靠近自己的 GPU，避开繁忙的核']
      : ["在各节点上、测试前后各执行一次：ethtool -S IFACE | grep -E 'discard|retrans|out_of_sequence'"]),
    '运行时执行 nvidia-smi -q -d PERFORMANCE,CLOCK：有没有 GPU 降速？',
    '这些机器上有没有别的作业？空闲时再测一次',
  ],
  verify: ({ collective, bytes }) =>
    `${testProgram(collective)} -b ${sizeOption(bytes)} -e ${sizeOption(bytes)} -n 1000 -I 1：i_p99 低于中位数的三倍`,
  inOrder: '没有长尾',
  explained: {
    knownBy: 'nccl-tests -I 1 的 i_p99 或其 JSON，对照中位数。',
    costs: '每一步都要等最慢的集合通信；rank 多时，几乎每一步都会碰上。',
    todo: '重传与丢弃计数；时钟与功耗；网络上的其他作业。',
    verify: '-I 1 -n 1000：P99 低于中位数的三倍。',
  },
}
