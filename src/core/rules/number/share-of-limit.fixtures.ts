/** share-of-limit: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts, run } from '../../analysis/hand-made.fixtures.ts'
import { MiB } from '../../base/units.ts'
import type { RuleFixture } from '../rule.fixtures.ts'
import type { ShareOfLimitValues } from './share-of-limit.ts'

/** A run of ringscope perf whose largest size takes 16 ms. */
const onCpus = (limitMilliseconds: number | undefined, waitingMilliseconds = 1) => {
  const benchmark = run({ ranks: 2 })
  return {
    ...benchmark,
    tool: 'ringscope-perf' as const,
    shares: [
      {
        bytes: 128 * MiB,
        algorithm: 'direct',
        inPlace: false,
        p50Seconds: 0.016,
        transferSeconds: (16 - waitingMilliseconds) / 1000,
        waitingSeconds: waitingMilliseconds / 1000,
        ...(limitMilliseconds === undefined ? {} : { limitSeconds: limitMilliseconds / 1000 }),
        place: benchmark.place,
      },
    ],
  }
}

export const fixture: RuleFixture = {
  speaks: facts([onCpus(12)]),
  severity: 'ok',
  silent: facts([onCpus(undefined)]),
  variants: [
    { name: 'the limit is none', facts: facts([onCpus(40)]) },
    { name: 'ranks wait for the late one', facts: facts([onCpus(5, 9)]) },
  ],
  thresholds: {
    'share-of-limit.healthy': { speaks: facts([onCpus(9.76)]), silent: facts([onCpus(9.44)]) },
    'share-of-limit.disturbed': { speaks: facts([onCpus(24.8)]), silent: facts([onCpus(23.2)]) },
    'share-of-limit.waiting': {
      speaks: facts([onCpus(9, 4.96)]),
      silent: facts([onCpus(9, 4.64)]),
      by: (found) => found.map(({ values }) => (values as ShareOfLimitValues).muchWaiting),
    },
  },
}
