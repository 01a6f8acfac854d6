/** English: what NCCL and its neighbours print, and what to do. */
import type { NcclMessageTexts } from '../../nccl-messages.ts'
import { advice } from './advice.ts'
import { cuda } from './cuda.ts'
import { general } from './general.ts'
import { kernel } from './kernel.ts'
import { launcher } from './launcher.ts'
import { nccl } from './nccl.ts'
import { ncclTests } from './nccl-tests.ts'
import { ofi } from './ofi.ts'
import { pytorch } from './pytorch.ts'
import { rccl } from './rccl.ts'
import { verbs } from './verbs.ts'

export const ncclMessages: NcclMessageTexts = {
  meanings: {
    ...kernel,
    ...rccl,
    ...ofi,
    ...verbs,
    ...nccl,
    ...cuda,
    ...ncclTests,
    ...pytorch,
    ...launcher,
    ...general,
  },
  advice,
}
