/** gpu-asymmetry: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { CUBE_MESH, facts, matrix, risingTo, run, switched } from '../../analysis/hand-made.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'
import { onA100 } from '../runs.fixtures.ts'

const oneGpuShort = switched([12, 12, 12, 12, 12, 8, 12, 12], 'gpu-07')

export const fixture: RuleFixture = {
  speaks: facts([run({ host: 'gpu-07', busbw: risingTo(151) }), oneGpuShort], onA100),
  severity: 'error',
  silent: facts([matrix(CUBE_MESH)]),
}
