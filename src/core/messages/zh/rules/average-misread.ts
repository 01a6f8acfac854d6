/** Chinese: average-misread. */
import type { AverageMisreadValues } from '../../../rules/number/average-misread.ts'
import type { RuleText } from '../../rule-text.ts'

export const averageMisread: RuleText<AverageMisreadValues> = {
  name: '“Avg bus bandwidth” 不是结果',
  about: '提示。所有大小的平均与平台值相差 10 % 以上。平均混入了受延迟限制的小数据量；应看平台值。',

  title: ({ collective, average, measured, bytes }, print) =>
    `${collective} 的成绩是 ${print.rate(measured)}（${print.bytes(bytes)} 时），而不是平均值 ${print.rate(average)}`,
  detail: ({ smallest, bytes }, print) =>
    `“Avg bus bandwidth”是从 ${print.bytes(smallest)} 到 ${print.bytes(bytes)} 所有大小的平均；其中有小消息时，它说明不了链路的能力。`,
  actions: () => ['比较最后一行的 busbw；想让平均值有意义，请从 -b 1G 开始'],
  explained: {
    knownBy: '“Avg bus bandwidth”一行，对照最后一行的 busbw。',
    costs: '正常的机器被当成慢的；或者比较两台机器时，比的其实是所测的大小。',
    todo: '比较平台值；必须用平均值时，从 -b 1G 开始。',
    verify: '用 -b 1G -e 16G 时，平均值与平台值接近。',
  },
}
