/** nvlink-unused: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { job, oneHost } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

/** So many connections inside the host go through shared memory. */
const shared = (connections: number) =>
  job({
    ...oneHost,
    edit: (message, { rank }) => {
      const channel = Number(/^NCCL INFO Channel (\d+)/.exec(message)?.[1])
      return rank === 0 && channel <= connections
        ? message.replace('P2P/CUMEM/read', 'SHM/direct/direct')
        : message
    },
  })

export const fixture: RuleFixture = {
  speaks: job({ ...oneHost, edit: (message) => message.replace('P2P/CUMEM/read', 'SHM/direct/direct') }),
  severity: 'error',
  silent: job(oneHost),
  thresholds: { 'torn-lines.lines': { speaks: shared(2), silent: shared(1) } },
}
