/** unexplained-warning: evidence on which it must speak, and as near to it as possible, on which it must not. */
import { printedText, warned } from '../printed.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

/** Follows from another rank's failure: peer-lost tells of it. */
const LOST = warned('Connection closed by remote peer gpu-02<4711>')

export const fixture: RuleFixture = {
  speaks: printedText(warned('The moon is in the wrong phase for rank 3')),
  severity: 'warning',
  silent: printedText(LOST, 'gpu-03:51:60 [0] NCCL INFO The moon is in the right phase for rank 3'),
  variants: [
    { name: 'a known one', facts: printedText(warned('cuMem host allocations do not appear to be working')) },
    {
      name: 'trouble of another program',
      facts: printedText('[ERROR] 2026-04-28 scheduler: quota of the project was exceeded'),
    },
    { name: 'without a host', facts: printedText('NCCL WARN The moon is in the wrong phase') },
  ],
}
