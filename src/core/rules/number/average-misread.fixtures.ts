/** average-misread: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts, run } from '../../analysis/hand-made.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: facts([run({ average: { busbw: 84.9, place: { input: 'a.txt', line: 60, text: 'Avg' } } })]),
  severity: 'info',
  silent: facts([run({ average: { busbw: 228, place: { input: 'a.txt', line: 60, text: 'Avg' } } })]),
}
