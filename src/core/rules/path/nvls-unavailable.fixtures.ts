/** nvls-unavailable: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { nvSwitch } from '../../parsers/nccl-log/nccl-log.fixtures.ts'
import { job, oneHost } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: job({ hosts: ['gpu-01'], topology: nvSwitch(370.8) }),
  severity: 'warning',
  silent: job(oneHost),
}
