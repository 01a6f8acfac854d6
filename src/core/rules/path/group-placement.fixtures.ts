/** group-placement: evidence on which it must speak, and as near to it as possible, on which it must not. */

import type { Facts } from '../../analysis/facts.ts'
import { facts } from '../../analysis/hand-made.fixtures.ts'
import { jobLog, logOf, nvSwitch } from '../../parsers/nccl-log/nccl-log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

/** A job on three hosts: a group inside the first, and inside these; one of the same size over the other two. */
const groups = (...alsoInside: readonly string[]): Facts =>
  facts(
    [
      jobLog({ hosts: ['gpu-01', 'gpu-02', 'gpu-03'], topology: nvSwitch() }),
      ...['gpu-01', ...alsoInside].map((host, at) => jobLog({ hosts: [host], commId: `0x${at + 1}a` })),
      jobLog({ hosts: ['gpu-02', 'gpu-03'], gpus: 4, commId: '0xff' }),
    ].map((host, at) => logOf(host, `nccl-${at}.log`)),
  )

export const fixture: RuleFixture = {
  speaks: groups(),
  severity: 'warning',
  // Its GPUs have groups inside their hosts: it is a data-parallel one.
  silent: groups('gpu-02', 'gpu-03'),
}
