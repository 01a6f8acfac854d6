/** launcher-failed: evidence on which it must speak, and as near to it as possible, on which it must not. */
import { printedText } from '../printed.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: printedText('srun: error: gpu-03: task 7: Exited with exit code 1'),
  severity: 'error',
  silent: printedText('srun: error: gpu-03: task 7: Out Of Memory'),
}
