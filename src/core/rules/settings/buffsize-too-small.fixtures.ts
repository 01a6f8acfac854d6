/** buffsize-too-small: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { environment, facts } from '../../analysis/hand-made.fixtures.ts'
import { KiB, MiB } from '../../base/units.ts'
import { settingsOf } from '../lines.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

const buffer = (bytes: number) => settingsOf({ NCCL_BUFFSIZE: `${bytes}` })

export const fixture: RuleFixture = {
  speaks: facts([environment('gpu-12', { NCCL_BUFFSIZE: '8M' })]),
  severity: 'error',
  silent: facts([environment('gpu-12', { NCCL_BUFFSIZE: '8388608' })]),
  thresholds: {
    'buffsize-too-small.small': { speaks: buffer(512 * KiB), silent: buffer(MiB) },
    'buffsize-too-small.tiny': { speaks: buffer(32 * KiB), silent: buffer(64 * KiB) },
  },
}
