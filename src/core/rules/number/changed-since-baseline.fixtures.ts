/** changed-since-baseline: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { doublings, facts, printed, risingTo, run } from '../../analysis/hand-made.fixtures.ts'
import { MiB } from '../../base/units.ts'
import { printedHost } from '../printed-hosts.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'
import { at, onA100 } from '../runs.fixtures.ts'

const was = facts([run({ busbw: () => 230 })])

const nowAt = (share: number) => facts([run({ busbw: () => 230 * share })], { baseline: [was] })

const since = (sizes: Readonly<Record<number, number>>) =>
  facts([run({ busbw: at(sizes, () => 230) })], { baseline: [was] })

/** 10 % slower, in a sweep that ends at a size. */
const upTo = (largest: number) =>
  facts([run({ sizes: doublings(8, largest), busbw: () => 9 })], {
    baseline: [facts([run({ sizes: doublings(8, largest), busbw: () => 10 })])],
  })

export const fixture: RuleFixture = {
  speaks: facts([run({ busbw: risingTo(200), environment: { NCCL_PROTO: 'LL128' } })], {
    ...onA100,
    baseline: [facts([run({ busbw: risingTo(230) })]), facts([run({ busbw: risingTo(232) })])],
  }),
  severity: 'warning',
  silent: facts([run({ busbw: risingTo(231) })], {
    ...onA100,
    baseline: [facts([run({ busbw: risingTo(230) })]), facts([run({ busbw: risingTo(232) })])],
  }),
  variants: [
    {
      name: 'settings alone',
      facts: facts(printed('gpu-01', printedHost({ settings: { NCCL_ALGO: 'Ring' } })), {
        baseline: [facts(printed('gpu-01', printedHost({ driver: '535.104.05' })))],
      }),
    },
  ],
  thresholds: {
    'changed-since-baseline.counts-above': { speaks: nowAt(0.975), silent: nowAt(0.985) },
    'changed-since-baseline.much-worse': { speaks: nowAt(0.79), silent: nowAt(0.81) },
    // What they lost of 230 GB/s; the largest size lost nothing.
    'changed-since-baseline.sizes': {
      speaks: since({ [64 * MiB]: 207, [128 * MiB]: 207 }),
      silent: since({ [64 * MiB]: 207 }),
    },
    'expectation.firm-from': { speaks: upTo(MiB), silent: upTo(MiB / 2) },
  },
}
