/**
 * GPU memory was exhausted, or a process was killed because host memory was (OOM killer, cgroup, scheduler). The rank that died so is
 * the cause of what the others print. The kernel's log alone may tell of another day: a warning. Source: CUDA runtime API, cudaErrorMemoryAllocation; kernel mm/oom_kill.c.
 */
import { type Found, rule } from '../rule.ts'
import { type FailureValues, foundIn } from './failure-lines.ts'

export type OutOfMemoryValues = FailureValues

export const outOfMemory = rule({
  id: 'out-of-memory',
  needs: ['printed-messages'],
  sources: ['CUDA runtime API, cudaErrorMemoryAllocation', 'Linux mm/oom_kill.c'],
  meaning: { breaks: true },
  check: (facts): readonly Found<OutOfMemoryValues>[] => foundIn(facts, 'out-of-memory'),
})
