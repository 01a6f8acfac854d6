/** shm-too-small: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts } from '../../analysis/hand-made.fixtures.ts'
import { GiB, MiB } from '../../base/units.ts'
import { one } from '../host.fixtures.ts'
import { text } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: text(
    'gpu-01:1:2 [1] include/shm.h:28 NCCL WARN Call to posix_fallocate failed : No space left on device',
  ),
  severity: 'error',
  silent: facts([
    ...text('gpu-01:1:2 [1] include/shm.h:28 NCCL WARN Call to munmap failed : Invalid argument').evidence,
    ...one({ shmBytes: GiB }).evidence,
  ]),
  variants: [{ name: 'by df', facts: one({ shmBytes: 64 * MiB }) }],
  thresholds: {
    'shm-too-small.size': { speaks: one({ shmBytes: 64 * MiB }), silent: one({ shmBytes: 96 * MiB }) },
  },
}
