/** English: average-misread. */
import type { AverageMisreadValues } from '../../../rules/number/average-misread.ts'
import type { RuleText } from '../../rule-text.ts'

export const averageMisread: RuleText<AverageMisreadValues> = {
  name: '"Avg bus bandwidth" is not the result',
  about:
    'Info. The average over all sizes differs from the plateau by more than 10 %. The average includes small, latency-bound sizes; the plateau is the result.',

  title: ({ collective, average, measured, bytes }, print) =>
    `${collective} reaches ${print.rate(measured)} (at ${print.bytes(bytes)}); the average of ${print.rate(average)} is not its bandwidth`,
  detail: ({ smallest, bytes }, print) =>
    `"Avg bus bandwidth" is the mean over all sizes from ${print.bytes(smallest)} to ${print.bytes(bytes)}. If small sizes are among them, it does not show what the links carry.`,
  actions: () => ['Compare the busbw of the last row; for a meaningful average, start at -b 1G'],
  explained: {
    knownBy: 'The line "Avg bus bandwidth" compared with the busbw of the last row.',
    costs:
      'A healthy machine looks slow, or two machines are compared by the sizes that were swept instead of their bandwidth.',
    todo: 'Compare plateaus. If you need an average, start at -b 1G.',
    verify: 'With -b 1G -e 16G, average and plateau are close together.',
  },
}
