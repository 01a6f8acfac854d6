/** Chinese: number-is-healthy. */
import type { NumberIsHealthyValues } from '../../../rules/number/number-is-healthy.ts'
import type { RuleText } from '../../rule-text.ts'
import { band } from '../phrases/number.ts'

export const numberIsHealthy: RuleText<NumberIsHealthyValues> = {
  name: '数值达到这台机器应有的水平',
  about: '平台值达到预期的 90 % 以上，结果正确，扫描够大。这是最常见的正确答案。',

  title: ({ collective, measured, expected, reaches, share, low, high }, print) =>
    reaches === 'every'
      ? `${collective} 达到 ${print.rate(measured)}：无论是哪种机器都属正常（${print.rate(low)} 到 ${print.rate(high)}）`
      : reaches === 'above'
        ? `${collective} 达到 ${print.rate(measured)}，高于这里预期的 ${print.rate(low)} 到 ${print.rate(high)}`
        : reaches === 'band'
          ? `${collective} 达到 ${print.rate(measured)}，在同类正常机器的 ${print.rate(low)} 到 ${print.rate(high)} 之内`
          : `${collective} 达到 ${print.rate(measured)}，为这里预期的 ${print.rate(expected)} 的 ${print.percent(share)}`,
  detail: ({ bytes, low, high, source, basis, spread }, print) =>
    [
      `读自最大的消息 ${print.bytes(bytes)}：${band({ low, high, source, basis }, print)}，达到中点的 90 % 即可。`,
      ...(spread
        ? [
            `共 ${print.count(spread.repeats)} 次运行，在 ${print.rate(spread.lowest)} 与 ${print.rate(spread.highest)} 之间。`,
          ]
        : []),
    ].join(''),
  actions: () => [],
  explained: {
    knownBy: '最大消息的 busbw，对照这台机器在该大小预期的值。',
    costs: '没有。作业仍然慢的话，看它在集合通信之间做了什么。',
    todo: '保留这张表：它是以后运行的基线（--baseline）。',
    verify: 'ringscope expect COLLECTIVE --on MACHINE 显示预期的值及其来源。',
  },
}
