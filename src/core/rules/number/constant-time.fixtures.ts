/** constant-time: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { doublings, facts, run } from '../../analysis/hand-made.fixtures.ts'
import { KiB, MiB } from '../../base/units.ts'
import type { RuleFixture } from '../rule.fixtures.ts'
import { onA100 } from '../runs.fixtures.ts'

/** Eight ranks, at every size the same seconds. */
const taking = (seconds: number, sizes = doublings(8, 16 * MiB)) =>
  run({ sizes, busbw: (bytes) => (1.75 * bytes) / seconds / 1e9 })

const varyingBy = (share: number) =>
  facts([
    run({
      sizes: doublings(8, 16 * MiB),
      busbw: (bytes, at) => (1.75 * bytes) / (at % 2 ? 0.2 * (1 + share) : 0.2) / 1e9,
    }),
  ])

/** The list of devices is not in the file. */
const withoutRanks = (seconds: number) => {
  const { ranks: _, ...rest } = taking(seconds)
  return facts([rest])
}

export const fixture: RuleFixture = {
  speaks: facts([taking(0.2)], onA100),
  severity: 'error',
  silent: facts([taking(34e-6, doublings(8, 16 * KiB))], onA100),
  thresholds: {
    // Every other size takes so much longer.
    'constant-time.variation': { speaks: varyingBy(0.19), silent: varyingBy(0.21) },
    'constant-time.decades': {
      speaks: facts([taking(0.2, doublings(8, 8 * KiB))]),
      silent: facts([taking(0.2, doublings(8, 4 * KiB))]),
    },
    // Eight ranks are 14 steps: 77 us.
    'constant-time.times': { speaks: facts([taking(810e-6)]), silent: facts([taking(730e-6)]) },
    'constant-time.step': { speaks: facts([taking(810e-6)]), silent: facts([taking(730e-6)]) },
    // Sixteen ranks are 30 steps: 165 us.
    'constant-time.ranks': { speaks: withoutRanks(1.7e-3), silent: withoutRanks(1.6e-3) },
  },
}
