/** same-host-over-network: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { job, oneHost } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

/** So many connections inside the host go over the network. */
const overNetwork = (connections: number) =>
  job({
    ...oneHost,
    edit: (message, { rank }) => {
      const channel = Number(/^NCCL INFO Channel (\d+)/.exec(message)?.[1])
      return rank === 0 && channel <= connections
        ? message.replace(/via P2P\/CUMEM\/read/, 'via NET/IB/0')
        : message
    },
  })

export const fixture: RuleFixture = {
  speaks: job({ ...oneHost, edit: (message) => message.replace(/via P2P\/CUMEM\/read/, 'via NET/IB/0') }),
  severity: 'warning',
  silent: job(),
  thresholds: { 'torn-lines.lines': { speaks: overNetwork(2), silent: overNetwork(1) } },
}
