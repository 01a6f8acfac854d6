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
    'Below 90 % of the middle of the expected band info, below 80 % a warning, below 60 % an error. Names what single fault would give this number within 8 %, and which faults are too far off to be it. Where a fact of the machine is open, it is low on every machine that it can be, and at most a warning.',

  title: ({ collective, measured, expected, share, bytes, open, low, high }, print) =>
    open === 'below'
      ? `${collective} reaches ${print.rate(measured)} at ${print.bytes(bytes)}, a little below the ${print.rate(low)} to ${print.rate(high)} of every machine that this can be`
      : open
        ? `${collective} reaches ${print.rate(measured)} at ${print.bytes(bytes)}: low on every machine that this can be (${print.rate(low)} or more)`
        : `${collective} reaches ${print.rate(measured)} of ${print.rate(expected)} (${print.percent(share)}) at ${print.bytes(bytes)}`,
  detail: (v, print) =>
    [
      capital(`${band(v, print)}.`),
      `What takes 1 s there takes ${print.duration(1 / v.share)} here.`,
      ...(v.asFound === undefined
        ? []
        : [`With the links that topo -m shows, ${print.rate(v.asFound)} can be expected.`]),
      ...(v.fits.length > 0
        ? [`Each of these alone would give about this, but nothing here shows it: ${guesses(v.fits, print)}.`]
        : []),
      ...(v.ruledOut.length > 0
        ? [`Too far off to be it alone: ${guesses(v.ruledOut.slice(0, MOST_RULED_OUT), print)}.`]
        : []),
    ].join(' '),
  actions: ({ fits, collective }) => [
    ...fits.map(({ fault }) => expect.faults[fault].check),
    ...(fits.length === 0
      ? [
          `NCCL_DEBUG=INFO ${testProgram(collective)} -b 1G -e 8G -f 2 2>&1 | tee nccl.log: the path that the data took`,
        ]
      : []),
  ],
  verify: ({ collective, low }, print) =>
    `${testProgram(collective)} -b 1G -e 16G -f 2 should show at least ${print.rate(low)}`,
  explained: {
    knownBy: 'busbw of the largest size over the middle of the expected band at that size.',
    costs: 'At two thirds of the bandwidth every large collective takes half as long again.',
    todo: 'Check what the finding lists as possible, the cheapest first; then NCCL_DEBUG=INFO for the path that the data took.',
    verify: 'all_reduce_perf -b 1G -e 16G -f 2 reaches the band.',
  },
}

/** The nearest of those that would not give it; all stand in the JSON. */
const MOST_RULED_OUT = 3

const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1)

const guesses = (faults: readonly FaultGuess[], print: Print): string =>
  faults
    .map(
      ({ fault, values, reaches }) => `${expect.faults[fault].name(values, print)} (${print.rate(reaches)})`,
    )
    .join('; ')
