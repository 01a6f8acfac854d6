/** Chinese: latency-bound. */
import type { LatencyBoundValues } from '../../../rules/number/latency-bound.ts'
import type { RuleText } from '../../rule-text.ts'

export const latencyBound: RuleText<LatencyBoundValues> = {
  name: '受延迟限制、带宽说明不了什么的大小',
  about: '提示。耗时在最小数据量耗时的 1.5 倍以内的那些大小。那里带宽低不是故障。',

  title: ({ collective, from, to, seconds, upTo }, print) =>
    `从 ${print.bytes(from)} 到 ${print.bytes(to)}，${collective} 耗时 ${span(print.duration(seconds), print.duration(upTo))}：这里起作用的是延迟，不是带宽`,
  detail: ({ halfBytes }, print) =>
    `在这一段，busbw 说明不了什么。${halfBytes === undefined ? '' : `按延迟加带宽拟合，约在 ${print.bytes(rounded(halfBytes))} 时达到带宽的一半。`}作业中的每次小调用都要付出这个时间。`,
  actions: () => ['把小张量并入更大的 bucket，减少调用次数'],
  explained: {
    knownBy: '用时在最小消息用时的 1.5 倍以内。',
    costs: '每次小调用都要付出这个时间，不论数据多少。',
    todo: '调用少而大：更大的 bucket。',
    verify: '同样的字节数，作业的调用次数变少。',
  },
}

/** A fitted size is no exact one: the nearest power of two. */
const rounded = (bytes: number): number => 2 ** Math.round(Math.log2(bytes))

/** 一个时间，或最短与最长。 */
const span = (from: string, to: string): string => (from === to ? from : `${from} 到 ${to}`)
