/** nic-far: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts, matrix } from '../../analysis/hand-made.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: facts([matrix('GPU0 GPU1 NIC0\nGPU0 X NV12 PIX\nGPU1 NV12 X SYS')]),
  severity: 'info',
  silent: facts([matrix('GPU0 GPU1 NIC0 NIC1\nGPU0 X NV12 PIX SYS\nGPU1 NV12 X SYS PXB')]),
}
