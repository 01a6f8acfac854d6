/** p2p-unavailable: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts, run } from '../../analysis/hand-made.fixtures.ts'
import { lines } from '../lines.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

const geforce = { host: 'gpu-07', gpu: 'NVIDIA GeForce RTX 4090' }

export const fixture: RuleFixture = {
  speaks: facts([run(geforce)]),
  severity: 'info',
  // It hung: whether the driver denies it is not in the file.
  silent: facts([run({ ...geforce, sizes: [] })]),
  variants: [
    {
      name: 'by the driver',
      facts: lines(' GPU0\tX\tCNS', ' GPU1\tCNS\tX'),
    },
  ],
}
