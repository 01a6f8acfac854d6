/** insufficient-evidence: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts, place, run } from '../../analysis/hand-made.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'
import { healthy, onA100 } from '../runs.fixtures.ts'

const overNodes = (hosts: readonly string[], busbw: number) =>
  facts([run({ ranks: 8 * hosts.length, hosts, busbw: () => busbw })], onA100)

const two = ['a1', 'a2']
const four = [...two, 'a3', 'a4']
const h100 = 'NVIDIA H100 80GB HBM3'

export const fixture: RuleFixture = {
  speaks: facts([run()]),
  severity: 'info',
  silent: healthy,
  variants: [
    {
      name: 'a number that two networks explain',
      facts: facts([run({ ranks: 32, hosts: four, gpu: h100, busbw: () => 190 })]),
    },
    {
      name: 'low under every usual network',
      facts: facts([run({ ranks: 32, hosts: four, gpu: h100, busbw: () => 1.1 })]),
    },
    {
      name: 'rows that were not understood',
      facts: facts([run({ sizes: [], header: place(8), unread: { lines: 30, place: place(12) } })]),
    },
    { name: 'more than the machine can give', facts: facts([run({ busbw: () => 342 })], onA100) },
  ],
  thresholds: {
    // Rings over four nodes: 193.3 GB/s at the top of the band.
    'over-machines.above-band': { speaks: overNodes(four, 223), silent: overNodes(four, 221.5) },
    // Trees between two nodes: 201.3 GB/s there.
    'over-machines.tree-above': { speaks: overNodes(two, 263), silent: overNodes(two, 260) },
  },
}
