/** Chinese: out-of-memory. */
import type { OutOfMemoryValues } from '../../../rules/failure/out-of-memory.ts'
import type { RuleText } from '../../rule-text.ts'
import { failureText } from '../phrases/failure.ts'

export const outOfMemory: RuleText<OutOfMemoryValues> = {
  name: '内存耗尽',
  about:
    '错误，结论为故障：某块 GPU 的显存用完，或某个进程因主机内存不足被杀掉。只有内核日志时（可能是另一天的）：警告。',

  ...failureText,
  explained: {
    knownBy: 'NCCL、CUDA、PyTorch 报出的 "out of memory"；内核日志中的 OOM killer；退出码 -9。',
    costs: '该 rank 结束，其余 rank 随之结束或在超时后结束。',
    todo: '减少该 rank 的内存用量，或查出还有谁在占用。',
    verify: '作业正常运行，在峰值时 nvidia-smi 或 free 仍显示有余量。',
  },
}
