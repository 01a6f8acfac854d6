/** latency-bound: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { doublings, facts, run } from '../../analysis/hand-made.fixtures.ts'
import { GiB, KiB } from '../../base/units.ts'
import type { RuleFixture } from '../rule.fixtures.ts'
import { healthy, onA100 } from '../runs.fixtures.ts'

/** Eight ranks: microseconds by size. */
const timed = (micros: Readonly<Record<number, number>>) =>
  facts([
    run({
      sizes: Object.keys(micros).map(Number),
      busbw: (bytes) => (1.75 * bytes) / (micros[bytes] ?? 0) / 1e3,
    }),
  ])

/** A rate beside which that of small sizes is small. */
const LARGE = { [GiB]: 8000 }

export const fixture: RuleFixture = {
  speaks: healthy,
  severity: 'info',
  silent: facts([run({ sizes: doublings(GiB) })], onA100),
  thresholds: {
    'latency-bound.times': {
      speaks: timed({ 8: 20, 16: 29, 32: 45, 64: 70, ...LARGE }),
      silent: timed({ 8: 20, 16: 31, 32: 45, 64: 70, ...LARGE }),
    },
    'latency-bound.span': {
      speaks: timed({ [64 * KiB]: 20, [128 * KiB]: 25, [256 * KiB]: 60, ...LARGE }),
      silent: timed({ [64 * KiB]: 20, [112 * KiB]: 25, [256 * KiB]: 60, ...LARGE }),
    },
    'latency-bound.rate': {
      // 5.24 GB/s at 128 KiB, of 11.1 and of 9.9 GB/s.
      speaks: timed({ [64 * KiB]: 20, [128 * KiB]: 25, [GiB]: 96_700 }),
      silent: timed({ [64 * KiB]: 20, [128 * KiB]: 25, [GiB]: 108_500 }),
    },
    'latency-bound.fit': {
      speaks: timed({ 8: 20, [KiB]: 20.1, [64 * KiB]: 26, ...LARGE }),
      silent: timed({ 8: 20, [KiB]: 20.1, ...LARGE }),
      by: (found) => found.map(({ values }) => 'halfBytes' in values),
    },
  },
}
