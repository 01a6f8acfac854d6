/** insufficient-evidence: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts, run } from '../../analysis/hand-made.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'
import { healthy } from '../runs.fixtures.ts'
import type { InsufficientEvidenceValues } from './insufficient-evidence.ts'

export const fixture: RuleFixture = {
  speaks: facts([run()]),
  severity: 'info',
  silent: healthy,
  thresholds: {
    // With seven ranks the host may have an eighth GPU.
    'guessed-machine.gpus': {
      speaks: facts([run({ ranks: 7, host: 'gpu-07' })]),
      silent: facts([run({ ranks: 8, host: 'gpu-07' })]),
      by: (found) => found.map(({ values }) => (values as InsufficientEvidenceValues).wanted),
    },
  },
}
