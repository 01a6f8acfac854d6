/**
 * NCCL, a plugin, CUDA or PyTorch ended the job: the first line that says so is quoted with what it means. Lines that belong to a
 * rule that reads its evidence itself (shared memory, completions, Xids …) stand under that rule where it speaks. The kernel's
 * lines are left to the rules of the kernel log. Messages and their sources: knowledge/messages.
 */
import { failures } from '../../analysis/failures.ts'
import { groupBy } from '../../base/group-by.ts'
import { type Found, rule } from '../rule.ts'
import { endings, type FailureValues, foundOf, ruleOf } from './failure-lines.ts'

export type NcclGaveUpValues = FailureValues

export const ncclGaveUp = rule({
  id: 'nccl-gave-up',
  needs: ['printed-messages'],
  sources: [
    'NCCL src/debug.cc, src/misc/*.cc',
    'NCCL user guide, Troubleshooting',
    'nccl #1657, #1664, #1488',
  ],
  meaning: { breaks: true },
  check(facts): readonly Found<NcclGaveUpValues>[] {
    const { first, inOrder } = failures(facts)
    const own = endings(facts).filter(
      ({ message }) => ruleOf(message.topic) === 'nccl-gave-up' && message.source !== 'kernel',
    )
    return [...groupBy(own, ({ message }) => message.topic).values()].map((alike) =>
      foundOf(alike, { severity: 'error', first, all: inOrder }),
    )
  },
})
