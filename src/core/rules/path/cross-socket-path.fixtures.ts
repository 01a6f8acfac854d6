/** cross-socket-path: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { CUBE_MESH, facts, matrix } from '../../analysis/hand-made.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

const PCIE_TWO_SOCKETS = `
  GPU0 GPU1 GPU2 GPU3
  GPU0 X PIX SYS SYS
  GPU1 PIX X SYS SYS
  GPU2 SYS SYS X PIX
  GPU3 SYS SYS PIX X`

export const fixture: RuleFixture = {
  speaks: facts([matrix(PCIE_TWO_SOCKETS, 'gpu-07')]),
  severity: 'info',
  silent: facts([matrix(CUBE_MESH)]),
  variants: [
    {
      name: 'rows cut off that the others tell',
      facts: facts([matrix(PCIE_TWO_SOCKETS.replace('\n  GPU3 SYS SYS PIX X', ''), 'gpu-07')]),
    },
  ],
}
