/** slow-node: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts, risingTo, run } from '../../analysis/hand-made.fixtures.ts'
import { pairTable } from '../host.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

const hosts = (values: readonly number[]) =>
  values.map((busbw, index) =>
    run({ host: `gpu-0${index}`, input: `gpu-0${index}.txt`, busbw: risingTo(busbw) }),
  )

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
}
