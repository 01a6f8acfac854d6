/** bandwidth-below-expected: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { doublings, facts, risingTo, run } from '../../analysis/hand-made.fixtures.ts'
import { MiB } from '../../base/units.ts'
import type { RuleFixture } from '../rule.fixtures.ts'
import type { Found } from '../rule.ts'
import { healthy, ofExpected, onA100 } from '../runs.fixtures.ts'
import type { BandwidthBelowExpectedValues } from './bandwidth-below-expected.ts'

const onOneNode = (busbw: number) => facts([run({ busbw: () => busbw })], onA100)

const flatUpTo = (largest: number) =>
  facts([run({ sizes: doublings(largest / 4, largest), busbw: () => 8 })], onA100)

const onFourNodes = (largest: number) =>
  facts(
    [
      run({
        ranks: 32,
        hosts: ['h1', 'h2', 'h3', 'h4'],
        gpu: 'NVIDIA H100 80GB HBM3',
        sizes: doublings(largest / 32, largest),
        busbw: () => 230,
      }),
    ],
    { on: 'dgx-h100' },
  )

/** The faults that a finding names. */
const guessesIn = (which: 'fits' | 'ruledOut') => (found: readonly Found[]) =>
  found.map(({ values }) =>
    (values as BandwidthBelowExpectedValues)[which].map(({ fault }) => fault).toSorted(),
  )

const ofFour = (busbw: number) =>
  facts([run({ ranks: 4, host: 'gpu-01', gpu: 'NVIDIA H100 80GB HBM3', busbw: risingTo(busbw) })])

export const fixture: RuleFixture = {
  speaks: facts([run({ busbw: risingTo(150) })], onA100),
  variants: [
    // Four of eight behind the switch, or a board of four: 348 to 389 GB/s.
    { name: 'low on every machine that it can be', facts: ofFour(250) },
    { name: 'a little below on every machine that it can be', facts: ofFour(312) },
  ],
  severity: 'warning',
  silent: healthy,
  thresholds: {
    'judge.acceptable': { speaks: ofExpected(0.79), silent: ofExpected(0.81) },
    'judge.low': { speaks: ofExpected(0.59), silent: ofExpected(0.61) },
    // Half of what is expected, up to the first size at which that is a verdict.
    'expectation.firm-from': { speaks: flatUpTo(MiB), silent: flatUpTo(MiB / 2) },
    // 6 of 12 NVLinks give 115.2 GB/s.
    'faults.fits-within': { speaks: onOneNode(107.2), silent: onOneNode(106.2), by: guessesIn('fits') },
    // A forced ring costs 2.4 % at 768 MiB, 1.9 % at 832 MiB.
    'faults.costs-at-least': {
      speaks: onFourNodes(768 * MiB),
      silent: onFourNodes(832 * MiB),
      by: guessesIn('ruledOut'),
    },
  },
}
