/** English: bandwidth-below-expected. */

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
  name: 'the plateau is below what this machine should reach',
  about:
    'Info below 90 % of the middle of the expected band, warning below 80 %, error below 60 %. Lists single faults that would give this number within 8 %, and faults that would not. Where a fact of the machine is open, the number is low on every machine that it can be, and this is at most a warning.',

  title: ({ collective, measured, expected, share, bytes, open, low, high }, print) =>
    open === 'below'
      ? `${collective} reaches ${print.rate(measured)} at ${print.bytes(bytes)}, a little below the ${print.rate(low)} to ${print.rate(high)} of every machine that this can be`
      : open
        ? `${collective} reaches ${print.rate(measured)} at ${print.bytes(bytes)}: low on every machine that this can be (${print.rate(low)} or more)`
        : `${collective} reaches ${print.rate(measured)} of ${print.rate(expected)} (${print.percent(share)}) at ${print.bytes(bytes)}`,
  detail: (v, print) =>
    [
      capital(`${band(v, print)}.`),
      `A transfer that should take 1 s takes ${print.duration(1 / v.share)} here.`,
      ...(v.asFound === undefined
        ? []
        : [`The links that topo -m shows should allow ${print.rate(v.asFound)}.`]),
      ...(v.fits.length > 0
        ? [
            `Any one of these would explain the number, but these files show none of them: ${guesses(v.fits, print)}.`,
          ]
        : []),
      ...(v.ruledOut.length > 0
        ? [
            `These alone would give a different number: ${guesses(v.ruledOut.slice(0, MOST_RULED_OUT), print)}.`,
          ]
        : []),
    ].join(' '),
  actions: ({ fits, collective }) => [
    ...fits.map(({ fault }) => expect.faults[fault].check),
    ...(fits.length === 0
      ? [
          `NCCL_DEBUG=INFO ${testProgram(collective)} -b 1G -e 8G -f 2 2>&1 | tee nccl.log: which path did the data take?`,
        ]
      : []),
  ],
  verify: ({ collective, low }, print) =>
    `${testProgram(collective)} -b 1G -e 16G -f 2 should show at least ${print.rate(low)}`,
  explained: {
    knownBy: 'busbw of the largest size divided by the middle of the expected band at that size.',
    costs: 'At two thirds of the bandwidth, every large collective takes half as long again.',
    todo: 'Check the possible causes that the finding lists, cheapest first. Then run with NCCL_DEBUG=INFO to see which path the data took.',
    verify: 'all_reduce_perf -b 1G -e 16G -f 2 reaches the band.',
  },
}

/** The nearest of those that would not give it; the JSON has all. */
const MOST_RULED_OUT = 3

const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1)

const guesses = (faults: readonly FaultGuess[], print: Print): string =>
  faults
    .map(
      ({ fault, values, reaches }) => `${expect.faults[fault].name(values, print)} (${print.rate(reaches)})`,
    )
    .join('; ')
