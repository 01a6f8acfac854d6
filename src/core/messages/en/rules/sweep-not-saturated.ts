/** English: sweep-not-saturated. */
import type { SweepNotSaturatedValues } from '../../../rules/number/sweep-not-saturated.ts'
import { testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'

export const sweepNotSaturated: RuleText<SweepNotSaturatedValues> = {
  name: 'the largest size is too small to judge',
  about:
    'Info. The last doubling of the size still gains more than 5 %, and the expected value is not reached. Rerun with a larger -e (8G or 16G) before judging.',

  title: ({ collective, gain, bytes }, print) =>
    `The sweep of ${collective} ends at ${print.bytes(bytes)} while busbw is still rising: the last doubling gained ${print.percent(gain)}`,
  detail: ({ measured, expected, share }, print) =>
    `${print.rate(measured)} is ${print.percent(share)} of ${print.rate(expected)}, but the curve is not flat yet, so this is not evidence against the machine.`,
  actions: ({ collective }) => [
    `${testProgram(collective)} -b 1G -e 16G -f 2: continue until a doubling gains less than 5 %`,
  ],
  inOrder: 'sweep long enough',
  explained: {
    knownBy: 'busbw of the largest size compared with that of half the size.',
    costs: 'A verdict on such a number would blame the machine for a size that is too small.',
    todo: 'Extend the sweep to -e 8G or 16G.',
    verify: 'The last doubling gains less than 5 %.',
  },
}
