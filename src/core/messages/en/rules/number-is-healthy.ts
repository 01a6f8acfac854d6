/** English: number-is-healthy. */

import type { NumberIsHealthyValues } from '../../../rules/number/number-is-healthy.ts'
import type { RuleText } from '../../rule-text.ts'
import { band } from '../phrases/number.ts'
import { counted } from '../phrases/words.ts'

export const numberIsHealthy: RuleText<NumberIsHealthyValues> = {
  name: 'the number is as good as this machine allows',
  about:
    'The plateau is at 90 % or more of what is expected on this machine, the results are correct, and the sweep is long enough. This is the most common outcome.',

  title: ({ collective, measured, expected, reaches, share, low, high }, print) =>
    reaches === 'every'
      ? `${collective} reaches ${print.rate(measured)}: healthy on every machine that this can be (${print.rate(low)} to ${print.rate(high)})`
      : reaches === 'above'
        ? `${collective} reaches ${print.rate(measured)}, above the ${print.rate(low)} to ${print.rate(high)} expected here`
        : reaches === 'band'
          ? `${collective} reaches ${print.rate(measured)}, within the ${print.rate(low)} to ${print.rate(high)} of healthy machines of this kind`
          : `${collective} reaches ${print.rate(measured)}, ${print.percent(share)} of the ${print.rate(expected)} expected here`,
  detail: ({ bytes, low, high, source, basis, spread }, print) =>
    [
      `Taken at the largest size, ${print.bytes(bytes)}: ${band({ low, high, source, basis }, print)} there, and 90 % of the middle counts as healthy.`,
      ...(spread
        ? [
            `${counted(spread.repeats, print, 'run')} ranged from ${print.rate(spread.lowest)} to ${print.rate(spread.highest)}.`,
          ]
        : []),
    ].join(' '),
  actions: () => [],
  explained: {
    knownBy: 'busbw of the largest size, compared with what this machine should reach at that size.',
    costs: 'Nothing. If the job is slow anyway, look at what it does between the collectives.',
    todo: 'Keep the table as a baseline for later runs (--baseline).',
    verify: 'ringscope expect COLLECTIVE --on MACHINE shows the expected value and its sources.',
  },
}
