/** gdr-asymmetric: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { job, text, withoutGdr } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

/** Two hosts; the second has no GPUDirect RDMA, the first has it on these connections. */
const secondWithout = (channels: number, first: (message: string, local: number) => boolean) =>
  job({
    channels,
    edit: (message, { host, local }) =>
      host === 'gpu-01' && first(message, local) ? message : withoutGdr(message),
  })

export const fixture: RuleFixture = {
  speaks: job({
    hosts: ['gpu-01', 'gpu-02', 'gpu-03'],
    edit: (message, { host }) => (host === 'gpu-03' ? withoutGdr(message) : message),
  }),
  severity: 'error',
  // GPU 3 is far from its NIC on every host: that is how the machines are built.
  silent: job({ edit: (message, { local }) => (local === 3 ? withoutGdr(message) : message) }),
  variants: [
    {
      name: 'two ends of one connection, without a host',
      facts: text(
        '11[4e000] -> 3[5d000] [send] via NET/IB/2/GDRDMA',
        '11[4e000] -> 3[5d000] [receive] via NET/IB/3',
      ),
    },
  ],
  thresholds: {
    // Six of ten of the first host's connections have it, five of ten.
    'gdr-asymmetric.has-it': {
      speaks: secondWithout(5, (_, local) => local < 3),
      silent: secondWithout(5, (message, local) => local < 2 || (local === 2 && message.includes('[send]'))),
    },
    // The second host's lines both ways, and one of them alone.
    'torn-lines.lines': {
      speaks: secondWithout(1, () => true),
      silent: job({
        channels: 1,
        edit: (message, { host }) => {
          if (host === 'gpu-01') return message
          return message.includes('[send]') ? undefined : withoutGdr(message)
        },
      }),
    },
  },
}
