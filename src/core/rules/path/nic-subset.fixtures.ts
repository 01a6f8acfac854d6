/** nic-subset: evidence on which it must speak, and as near to it as possible, on which it must not. */

import type { JobMadeUp } from '../../parsers/nccl-log.fixtures.ts'
import { job } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

/** Connections go over the first NICs only. */
const overFirst = (nics: number, more: JobMadeUp = {}) =>
  job({
    ...more,
    edit: (message) => message.replace(/(?<=NET\/IB\/)\d/, (nic: string) => `${Number(nic) % nics}`),
  })

export const fixture: RuleFixture = {
  speaks: overFirst(1),
  severity: 'warning',
  // Two more NICs serve storage.
  silent: job({ nics: 10 }),
  thresholds: {
    'nic-subset.ranks': { speaks: overFirst(1, { gpus: 4 }), silent: overFirst(1, { gpus: 3 }) },
    // Of eight.
    'nic-subset.used': { speaks: overFirst(4), silent: overFirst(5) },
  },
}
