/** English: sweep-not-saturated. */
import type { SweepNotSaturatedValues } from '../../../rules/number/sweep-not-saturated.ts'
import { testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'

export const sweepNotSaturated: RuleText<SweepNotSaturatedValues> = {
  name: 'the largest size is too small to judge',
  about:
    'Info. The last doubling of size still gains more than 5 % and the expected value is not reached: rerun with a larger -e (8G or 16G) before judging.',

  title: ({ collective, gain, bytes }, print) =>
    `The sweep of ${collective} ends at ${print.bytes(bytes)} while it still rises: the last doubling gained ${print.percent(gain)}`,
  detail: ({ measured, expected, share }, print) =>
    `${print.rate(measured)} is ${print.percent(share)} of ${print.rate(expected)}, but the curve is not flat yet, so that this says nothing against the machine.`,
  actions: ({ collective }) => [
    `${testProgram(collective)} -b 1G -e 16G -f 2: go on until a doubling gains less than 5 %`,
  ],
  inOrder: 'sweep long enough',
  explained: {
    knownBy: 'busbw of the largest size over that of half of it.',
    costs: 'A verdict on such a number would blame the machine for the size.',
    todo: 'Run on to -e 8G or 16G.',
    verify: 'The last doubling gains less than 5 %.',
  },
}
