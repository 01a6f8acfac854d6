/** hang: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { job, text } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'
import type { HangValues } from './hang.ts'

const watchdog = (rank: number, enqueued: number, operation = 'ALLREDUCE') => [
  `[rank${rank}]:[E1206 18:44:12.715298746 ProcessGroupNCCL.cpp:607] [Rank ${rank}] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=77, OpType=${operation}, NumelIn=4096, NumelOut=4096, Timeout(ms)=600000) ran for 600061 milliseconds before timing out.`,
  `[rank${rank}]:[E1206 18:44:12.715588844 ProcessGroupNCCL.cpp:1664] [PG 1 Rank ${rank}] Exception (either an error or timeout) detected by watchdog at work: 77, last enqueued NCCL work: ${enqueued}, last completed NCCL work: 76.`,
]

/** Eight ranks; so many of them enqueued less. */
const behind = (ranks: number) =>
  text(...Array.from({ length: 8 }, (_, rank) => watchdog(rank, rank < ranks ? 76 : 79)).flat())

/** Eight ranks; so many of them have no line. */
const silent = (ranks: number) =>
  text(...Array.from({ length: 8 - ranks }, (_, at) => watchdog(ranks + at, 79)).flat())

/** A line of old PyTorch, without what was enqueued last. */
const stands = (rank: number, sequence: number) =>
  `[E ProcessGroupNCCL.cpp:475] [Rank ${rank}] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=${sequence}, OpType=ALLREDUCE, Timeout(ms)=600000) ran for 600312 milliseconds before timing out.`

const ofGroup = (rank: number, sequence: number) => [
  stands(rank, sequence),
  `[rank${rank}]:[E1206 18:44:12.7 ProcessGroupNCCL.cpp:1664] [PG 1 Rank ${rank}] Exception (either an error or timeout) detected by watchdog at work: ${sequence}, last enqueued NCCL work: 5211, last completed NCCL work: 5206.`,
]

export const fixture: RuleFixture = {
  speaks: text(...[0, 1, 2].flatMap((rank) => watchdog(rank, 79)), ...watchdog(3, 76)),
  severity: 'error',
  silent: job(),
  variants: [
    {
      name: 'ranks at different calls',
      facts: text(...[0, 1, 2].map((rank) => stands(rank, 5210)), stands(3, 5207)),
    },
    {
      name: 'ranks of one group at different calls',
      facts: text(...[0, 1, 2].flatMap((rank) => ofGroup(rank, 5210)), ...ofGroup(3, 5207)),
    },
  ],
  thresholds: {
    'hang.behind': {
      speaks: behind(3),
      silent: behind(4),
      by: (found) => found.map(({ values }) => (values as HangValues).behind),
    },
    'hang.silent': {
      speaks: silent(3),
      silent: silent(4),
      by: (found) => found.map(({ values }) => (values as HangValues).silent),
    },
  },
}
