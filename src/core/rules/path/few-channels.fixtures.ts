/** few-channels: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { job, oneHost } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: job({ ...oneHost, channels: 2 }),
  severity: 'warning',
  silent: job(oneHost),
  thresholds: {
    'few-channels.ranks': {
      speaks: job({ ...oneHost, gpus: 4, channels: 2 }),
      silent: job({ ...oneHost, gpus: 3, channels: 2 }),
    },
    'searched-graphs.few-channels': {
      speaks: job({ ...oneHost, channels: 2 }),
      silent: job({ ...oneHost, channels: 3 }),
    },
  },
}
