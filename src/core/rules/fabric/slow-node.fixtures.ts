/** slow-node: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts, risingTo, run } from '../../analysis/hand-made.fixtures.ts'
import { pairTable } from '../host.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

const hosts = (values: readonly number[]) =>
  values.map((busbw, index) =>
    run({ host: `gpu-0${index}`, input: `gpu-0${index}.txt`, busbw: risingTo(busbw) }),
  )

/** The last of so many nodes reaches this with all others, which reach 46 GB/s. */
const lastNode = (rate: number, nodes = 8) => facts(pairTable((_, b) => (b === nodes - 1 ? rate : 46), nodes))

export const fixture: RuleFixture = {
  speaks: facts(hosts([232, 231, 150, 230])),
  severity: 'warning',
  silent: facts(hosts([232, 231, 215, 230])),
  variants: [
    {
      name: 'in a table of pairs',
      facts: facts(pairTable((a, b) => (a === 2 || b === 2 ? 21 : 46))),
    },
  ],
  thresholds: {
    // 11 % and 9 % below the median of 230.5 GB/s.
    'slow-node.below': {
      speaks: facts(hosts([232, 231, 205, 230])),
      silent: facts(hosts([232, 231, 210, 230])),
    },
    // An error at 41 %, a warning at 39 %.
    'slow-node.far-below': {
      speaks: facts(hosts([232, 231, 136, 230])),
      silent: facts(hosts([232, 231, 141, 230])),
    },
    // The others spread by 14.8 GB/s: 47 and 42 below the median.
    'slow-node.spreads': {
      speaks: facts(hosts([240, 230, 178, 220])),
      silent: facts(hosts([240, 230, 183, 220])),
    },
    'siblings.hosts': { speaks: facts(hosts([232, 150, 230])), silent: facts(hosts([232, 150])) },
    // 79 % and 81 % of what the others reach.
    'pair-table.low': { speaks: lastNode(36.3), silent: lastNode(37.3) },
    'pair-table.partners': { speaks: lastNode(21, 4), silent: lastNode(21, 3) },
  },
}
