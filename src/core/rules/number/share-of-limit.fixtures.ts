/** share-of-limit: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts, run } from '../../analysis/hand-made.fixtures.ts'
import { MiB } from '../../base/units.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

/** A run of ringscope perf whose largest size takes 16 ms. */
const onCpus = (limitMilliseconds: number | undefined) => {
  const its = run({ ranks: 2 })
  return {
    ...its,
    tool: 'ringscope-perf' as const,
    shares: [
      {
        bytes: 128 * MiB,
        algorithm: 'direct',
        inPlace: false,
        p50Seconds: 0.016,
        transferSeconds: 0.015,
        waitingSeconds: 0.001,
        ...(limitMilliseconds === undefined ? {} : { limitSeconds: limitMilliseconds / 1000 }),
        place: its.place,
      },
    ],
  }
}

export const fixture: RuleFixture = {
  speaks: facts([onCpus(12)]),
  severity: 'ok',
  silent: facts([onCpus(undefined)]),
}
