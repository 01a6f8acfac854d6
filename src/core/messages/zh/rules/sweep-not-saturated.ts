/** Chinese: sweep-not-saturated. */
import type { SweepNotSaturatedValues } from '../../../rules/number/sweep-not-saturated.ts'
import { testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'

export const sweepNotSaturated: RuleText<SweepNotSaturatedValues> = {
  name: '最大的大小仍太小，无法评判',
  about: '信息。最后一次加倍仍增益 5 % 以上且未达到预期：请先用更大的 -e（8G 或 16G）重跑。',

  title: ({ collective, gain, bytes }, print) =>
    `${collective} 的测试在 ${print.bytes(bytes)} 结束时仍在上升：最后一次加倍还提高了 ${print.percent(gain)}`,
  detail: ({ measured, expected, share }, print) =>
    `${print.rate(measured)} 是 ${print.rate(expected)} 的 ${print.percent(share)}，但曲线还没有变平，因此不能说明机器有问题。`,
  actions: ({ collective }) => [
    `${testProgram(collective)} -b 1G -e 16G -f 2：一直测到加倍时提高不足 5 % 为止`,
  ],
  inOrder: '测试范围足够大',
  explained: {
    knownBy: '最大消息的 busbw 与其一半大小时的 busbw 之比。',
    costs: '据此下结论，会把消息太小当成机器的问题。',
    todo: '一直测到 -e 8G 或 16G。',
    verify: '最后一次加倍提高不足 5 %。',
  },
}
