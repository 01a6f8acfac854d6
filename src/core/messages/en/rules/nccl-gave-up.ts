/** English: nccl-gave-up. */
import type { NcclGaveUpValues } from '../../../rules/failure/nccl-gave-up.ts'
import type { RuleText } from '../../rule-text.ts'
import { failureText } from '../phrases/failure.ts'

export const ncclGaveUp: RuleText<NcclGaveUpValues> = {
  name: 'an error that ended the job',
  about:
    'Error, and the verdict is broken: NCCL, a plugin, CUDA or PyTorch printed a line with which the job ends. It is quoted with what it means.',

  ...failureText,
  explained: {
    knownBy: 'The first line of a failure that is known, of any rank.',
    costs: 'The job ends.',
    todo: 'What the line means decides; "ringscope explain" with the line says it.',
    verify: 'The line does not come again.',
  },
}
