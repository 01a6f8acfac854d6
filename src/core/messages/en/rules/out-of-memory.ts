/** English: out-of-memory. */
import type { OutOfMemoryValues } from '../../../rules/failure/out-of-memory.ts'
import type { RuleText } from '../../rule-text.ts'
import { failureText } from '../phrases/failure.ts'

export const outOfMemory: RuleText<OutOfMemoryValues> = {
  name: 'memory that ran out',
  about:
    'Error, and the verdict is broken: a GPU had no memory left, or a process was killed because its host had none. In a kernel log alone, which may be of another day: a warning.',

  ...failureText,
  explained: {
    knownBy:
      '"out of memory" in lines of NCCL, CUDA and PyTorch; the OOM killer in the kernel log; exit code -9.',
    costs: 'The rank ends, and all others with it or after a timeout.',
    todo: 'Use less memory on that rank, or find what else uses it.',
    verify: 'The job runs, and nvidia-smi or free shows memory left at its peak.',
  },
}
