/** gdr-asymmetric: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { job, withoutGdr } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: job({
    hosts: ['gpu-01', 'gpu-02', 'gpu-03'],
    edit: (message, { host }) => (host === 'gpu-03' ? withoutGdr(message) : message),
  }),
  severity: 'error',
  // GPU 3 is far from its NIC on every host: that is how the machines are built.
  silent: job({ edit: (message, { local }) => (local === 3 ? withoutGdr(message) : message) }),
}
