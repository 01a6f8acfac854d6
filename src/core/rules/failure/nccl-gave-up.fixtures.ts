/** nccl-gave-up: evidence on which it must speak, and as near to it as possible, on which it must not. */
import { DEGRADED, printedText, warned } from '../printed.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: printedText(warned("Cuda failure 'an illegal memory access was encountered'")),
  severity: 'error',
  silent: printedText(DEGRADED, 'gpu-03:51:60 [0] NCCL INFO cudaArch 1200 ncclMaxSharedMem 82240'),
}
