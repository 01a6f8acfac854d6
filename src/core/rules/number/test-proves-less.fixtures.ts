/** test-proves-less: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { doublings, facts, risingTo, run } from '../../analysis/hand-made.fixtures.ts'
import { MiB } from '../../base/units.ts'
import { lines } from '../lines.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'
import { healthy } from '../runs.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: facts(
    [
      run({
        ranks: 16,
        hosts: ['h1', 'h2'],
        gpu: 'NVIDIA H100 80GB HBM3',
        busbw: risingTo(470, 100 * MiB),
      }),
    ],
    { on: 'dgx-h100' },
  ),
  severity: 'info',
  silent: healthy,
  variants: [
    {
      name: 'host memory',
      facts: lines(
        '                    RDMA_Write BW Test',
        ' #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]',
        ' 65536      5000             391.80             391.52             0.746770',
      ),
    },
  ],
  thresholds: {
    'expectation.firm-from': {
      speaks: facts([run({ sizes: doublings(8, MiB / 2) })]),
      silent: facts([run({ sizes: doublings(8, MiB) })]),
    },
  },
}
