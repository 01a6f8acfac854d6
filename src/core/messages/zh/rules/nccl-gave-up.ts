/** Chinese: nccl-gave-up. */
import type { NcclGaveUpValues } from '../../../rules/failure/nccl-gave-up.ts'
import type { RuleText } from '../../rule-text.ts'
import { failureText } from '../phrases/failure.ts'

export const ncclGaveUp: RuleText<NcclGaveUpValues> = {
  name: '使作业结束的错误',
  about: '错误，结论为故障：NCCL、插件、CUDA 或 PyTorch 打印了使作业结束的一行。报告引用该行并说明其含义。',

  ...failureText,
  explained: {
    knownBy: '任一 rank 的第一条已知报错。',
    costs: '作业结束。',
    todo: '取决于该行的含义；用 "ringscope explain" 加上该行即可查看。',
    verify: '这一行不再出现。',
  },
}
