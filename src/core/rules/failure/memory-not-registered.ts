/**
 * A NIC could not register memory (ibv_reg_mr): the limit of locked memory of the job, GPU memory that the NIC's driver does not know,
 * or a limit of the device. Source: ibv_reg_mr(3), getrlimit(2).
 */
import { type Found, rule } from '../rule.ts'
import { type FailureValues, foundIn } from './failure-lines.ts'

export type MemoryNotRegisteredValues = FailureValues

export const memoryNotRegistered = rule({
  id: 'memory-not-registered',
  needs: ['printed-messages'],
  sources: ['ibv_reg_mr(3)', 'getrlimit(2): RLIMIT_MEMLOCK', 'NCCL src/misc/ibvwrap.cc'],
  meaning: { breaks: true },
  check: (facts): readonly Found<MemoryNotRegisteredValues>[] => foundIn(facts, 'memory-not-registered'),
})
