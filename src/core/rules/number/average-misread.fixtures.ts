/** average-misread: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts, run } from '../../analysis/hand-made.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

/** The plateau is 230 GB/s. */
const withAverage = (busbw: number) =>
  facts([run({ average: { busbw, place: { input: 'a.txt', line: 60, text: 'Avg' } } })])

export const fixture: RuleFixture = {
  speaks: withAverage(84.9),
  severity: 'info',
  silent: withAverage(228),
  thresholds: {
    'average-misread.differs': { speaks: withAverage(204.5), silent: withAverage(209) },
  },
}
