/** nic-link-drops: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { one } from '../host.fixtures.ts'
import { FLAPPING, linkLines } from '../kernel-log.fixtures.ts'
import { lines } from '../lines.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: one({ kernelLog: FLAPPING }),
  severity: 'warning',
  // Links train while the host starts.
  silent: one({
    kernelLog: linkLines([
      [0.01, 'up'],
      [0.02, 'down'],
      [0.03, 'up'],
    ]),
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
  thresholds: {
    'nic-link-drops.flaps': {
      speaks: one({ kernelLog: FLAPPING }),
      // Once less: info.
      silent: one({ kernelLog: FLAPPING.slice(2) }),
    },
  },
}
