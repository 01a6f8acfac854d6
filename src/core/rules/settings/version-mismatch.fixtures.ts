/** version-mismatch: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts } from '../../analysis/hand-made.fixtures.ts'
import { type JobMadeUp, jobLog, logOf } from '../../parsers/nccl-log/nccl-log.fixtures.ts'
import { job } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

const oldHosts: JobMadeUp = {
  edit: (message, { host }) =>
    host === 'gpu-02' ? message.replace('version 2.21.5', 'version 2.18.3') : message,
}

export const fixture: RuleFixture = {
  speaks: job(oldHosts),
  severity: 'warning',
  // Two jobs in one file.
  silent: facts([
    logOf(jobLog() + jobLog({ hosts: ['gpu-03', 'gpu-04'], version: '2.18.3+cuda12.1', commId: '0x1' })),
  ]),
}
