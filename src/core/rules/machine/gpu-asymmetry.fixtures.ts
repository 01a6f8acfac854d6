/** gpu-asymmetry: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { CUBE_MESH, facts, matrix, risingTo, run, switched } from '../../analysis/hand-made.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'
import { onA100 } from '../runs.fixtures.ts'

const oneGpuShort = switched([12, 12, 12, 12, 12, 8, 12, 12], 'gpu-07')

export const fixture: RuleFixture = {
  speaks: facts([run({ host: 'gpu-07', busbw: risingTo(151) }), oneGpuShort], onA100),
  severity: 'error',
  silent: facts([matrix(CUBE_MESH)]),
  thresholds: {
    // Five of eight have all links, four of eight.
    'gpu-links.majority': {
      speaks: facts([switched([12, 12, 12, 12, 12, 8, 8, 8])]),
      silent: facts([switched([12, 12, 12, 12, 8, 8, 8, 8])]),
    },
    // A container with three A100, one of them short: rows that sum to 19 links go through a switch, 18 may be a mesh.
    'gpu-asymmetry.most-links': {
      speaks: facts([switched([12, 12, 7])]),
      silent: facts([switched([12, 12, 6])]),
    },
  },
}
