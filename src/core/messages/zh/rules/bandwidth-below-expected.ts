/** Chinese: bandwidth-below-expected. */

import type { Print } from '../../../base/print.ts'
import type {
  BandwidthBelowExpectedValues,
  FaultGuess,
} from '../../../rules/number/bandwidth-below-expected.ts'
import { testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'
import { expect } from '../expect.ts'
import { band } from '../phrases/number.ts'

export const bandwidthBelowExpected: RuleText<BandwidthBelowExpectedValues> = {
  name: '平台值低于这台机器应达到的值',
  about:
    '低于预期区间中值的 90 % 为信息，低于 80 % 为警告，低于 60 % 为错误。列出哪些单一故障会得到这个数（8 % 以内），哪些相差太远。机器有事实未知时，要在所有可能的机器上都偏低才报告，且至多为警告。',

  title: ({ collective, measured, expected, share, bytes, open, low, high }, print) =>
    open === 'below'
      ? `${collective} 在 ${print.bytes(bytes)} 时达到 ${print.rate(measured)}，略低于各种可能机器的 ${print.rate(low)} 到 ${print.rate(high)}`
      : open
        ? `${collective} 在 ${print.bytes(bytes)} 时达到 ${print.rate(measured)}：无论是哪种机器都偏低（应为 ${print.rate(low)} 以上）`
        : `${collective} 在 ${print.bytes(bytes)} 时只达到 ${print.rate(expected)} 中的 ${print.rate(measured)}（${print.percent(share)}）`,
  detail: (v, print) =>
    [
      `${band(v, print)}。`,
      `在那里用 1 s 的通信，在这里要 ${print.duration(1 / v.share)}。`,
      ...(v.asFound === undefined ? [] : [`按 topo -m 显示的链路，预期 ${print.rate(v.asFound)}。`]),
      ...(v.fits.length > 0
        ? [`下列任何一项单独出现都会得到差不多的值：${guesses(v.fits, print)}。只是可能，并未证实。`]
        : []),
      ...(v.ruledOut.length > 0
        ? [`单独出现时相差太远、可以排除的：${guesses(v.ruledOut.slice(0, MOST_RULED_OUT), print)}。`]
        : []),
    ].join(''),
  actions: ({ fits, collective }) => [
    ...fits.map(({ fault }) => expect.faults[fault].check),
    ...(fits.length === 0
      ? [
          `NCCL_DEBUG=INFO ${testProgram(collective)} -b 1G -e 8G -f 2 2>&1 | tee nccl.log：看数据实际走的路径`,
        ]
      : []),
  ],
  verify: ({ collective, low }, print) =>
    `${testProgram(collective)} -b 1G -e 16G -f 2 应至少达到 ${print.rate(low)}`,
  explained: {
    knownBy: '最大消息的 busbw 除以该大小预期范围的中点。',
    costs: '带宽只有三分之二时，每次大的集合通信要多花一半时间。',
    todo: '先查结论中列为“可能”的各项，从最容易的开始；再用 NCCL_DEBUG=INFO 看数据实际走的路径。',
    verify: 'all_reduce_perf -b 1G -e 16G -f 2 进入预期范围。',
  },
}

/** 只列出最接近的几项；JSON 中是全部。 */
const MOST_RULED_OUT = 3

const guesses = (faults: readonly FaultGuess[], print: Print): string =>
  faults
    .map(
      ({ fault, values, reaches }) => `${expect.faults[fault].name(values, print)}（${print.rate(reaches)}）`,
    )
    .join('；')
