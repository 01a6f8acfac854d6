/** number-is-healthy: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { doublings, facts, risingTo, run } from '../../analysis/hand-made.fixtures.ts'
import { MiB } from '../../base/units.ts'
import { isAboveBand } from '../../expectation/judge.ts'
import type { RuleFixture } from '../rule.fixtures.ts'
import { healthy, ofExpected, onA100 } from '../runs.fixtures.ts'
import type { NumberIsHealthyValues } from './number-is-healthy.ts'

const onTwoNodes = (largest: number, plateau = 132) =>
  facts(
    [
      run({
        ranks: 16,
        hosts: ['a1', 'a2'],
        sizes: doublings(8, largest),
        busbw: risingTo(plateau, 7.5 * MiB),
      }),
    ],
    onA100,
  )

const byNvls = (busbw: number) =>
  facts([run({ gpu: 'NVIDIA H100 80GB HBM3', busbw: () => busbw })], { on: 'dgx-h100' })

export const fixture: RuleFixture = {
  speaks: healthy,
  severity: 'ok',
  silent: facts([run({ busbw: risingTo(150) })], onA100),
  variants: [{ name: 'within a wide band', facts: onTwoNodes(32 * MiB, 112) }],
  thresholds: {
    // The band of eight A100 ends at 234.9 GB/s.
    'number-is-healthy.above': {
      speaks: facts([run({ busbw: () => 247.5 })], onA100),
      silent: facts([run({ busbw: () => 245.5 })], onA100),
      by: (found) => found.map(({ values }) => (values as NumberIsHealthyValues).reaches),
    },
    'judge.healthy': { speaks: ofExpected(0.91), silent: ofExpected(0.89) },
    // Two nodes: healthy ones lie between 45 and 98 GB/s at 8 MiB, between 80 and 146 at 32 MiB.
    'judge.wide': { speaks: onTwoNodes(32 * MiB), silent: onTwoNodes(8 * MiB) },
    // Both are healthy here; `ringscope expect --measured` no longer believes more than 483 GB/s x 1.15.
    'judge.above-band': {
      speaks: byNvls(551),
      silent: byNvls(561),
      by: (found) =>
        found.map(({ values }) => {
          const { measured, high } = values as NumberIsHealthyValues
          return isAboveBand({ measured, expected: { high } })
        }),
    },
  },
}
