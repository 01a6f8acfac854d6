/** nic-link-drops: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { one } from '../host.fixtures.ts'
import { FLAPPING, linkLines } from '../kernel-log.fixtures.ts'
import { lines } from '../lines.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: one({ kernelLog: FLAPPING }),
  severity: 'warning',
  // Links train while the host starts, and a port without a cable is down whenever it is set up.
  silent: one({
    kernelLog: [
      ...linkLines([
        [0.01, 'up'],
        [0.02, 'down'],
        [0.03, 'up'],
      ]),
      ...linkLines(
        [
          [0.01, 'down'],
          [5, 'down'],
        ],
        '0000:e2:00.1',
      ),
    ],
  }),
  variants: [
    {
      name: 'lost',
      facts: one({
        kernelLog: linkLines([
          [1, 'up'],
          [9, 'down'],
        ]),
      }),
    },
    {
      name: 'once, and back',
      facts: one({
        kernelLog: linkLines([
          [1, 'up'],
          [9, 'down'],
          [9.1, 'up'],
        ]),
      }),
    },
    {
      name: 'only lines of going down',
      facts: lines(...linkLines([2, 3, 4, 5].map((hour) => [hour, 'down'] as const))),
    },
  ],
}
