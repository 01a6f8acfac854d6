/** English: memory-not-registered. */
import type { MemoryNotRegisteredValues } from '../../../rules/failure/memory-not-registered.ts'
import type { RuleText } from '../../rule-text.ts'
import { failureText } from '../phrases/failure.ts'

export const memoryNotRegistered: RuleText<MemoryNotRegisteredValues> = {
  name: 'memory that a NIC could not register',
  about:
    'Error, and the verdict is broken: ibv_reg_mr or the creation of a queue failed, mostly because the job may lock too little memory.',

  ...failureText,
  explained: {
    knownBy: '"Call to ibv_reg_mr failed" with its errno.',
    costs: 'The job does not start.',
    todo: 'Raise the limit of locked memory where the job is started; load nvidia-peermem or use DMA-BUF.',
    verify: 'ulimit -l inside the job prints unlimited.',
  },
}
