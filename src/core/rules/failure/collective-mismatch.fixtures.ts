/** collective-mismatch: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { text } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'
import type { CollectiveMismatchValues } from './collective-mismatch.ts'

const calls = (counts: readonly (readonly number[])[]) =>
  counts.flatMap((ofRank, call) =>
    ofRank.map(
      (count, gpu) =>
        `gpu-01:${500 + gpu}:${600 + gpu} [${gpu}] NCCL INFO AllReduce: opCount ${call.toString(16)} sendbuff 0x7f00 recvbuff 0x7f10 count ${count} datatype 7 op 0 root 0 comm 0x5500${gpu}0 [nranks=${ofRank.length}] stream 0x1`,
    ),
  )

/** The lines that tell which ranks these are. */
const named = (ranks: number) =>
  Array.from(
    { length: ranks },
    (_, gpu) =>
      `gpu-01:${500 + gpu}:${600 + gpu} [${gpu}] NCCL INFO ncclCommInitRank comm 0x5500${gpu}0 rank ${gpu} nranks ${ranks} cudaDev ${gpu} nvmlDev ${gpu} busId ${gpu + 1}000 commId 0x9c8f2b14d7e01a33 - Init COMPLETE`,
  )

export const fixture: RuleFixture = {
  speaks: text(
    ...calls([
      [16, 16, 16, 16],
      [32, 32, 32, 64],
    ]),
  ),
  severity: 'warning',
  // Torn once, and all went on together.
  silent: text(
    ...calls([
      [16, 16, 16, 16],
      [32, 32, 32, 64],
      [8, 8, 8, 8],
    ]),
  ),
  thresholds: {
    // Five of eight, and four.
    'collective-mismatch.usual': {
      speaks: text(...named(8), ...calls([[32, 32, 32, 32, 32, 64, 64, 64]])),
      silent: text(...named(8), ...calls([[32, 32, 32, 32, 64, 64, 64, 64]])),
      by: (found) => found.map(({ values }) => (values as CollectiveMismatchValues).usual),
    },
    'torn-lines.lines': {
      speaks: text(
        ...named(4),
        ...calls([
          [32, 32, 32, 64],
          [8, 8, 8, 16],
        ]),
      ),
      silent: text(
        ...named(4),
        ...calls([
          [32, 32, 32, 32],
          [8, 8, 8, 16],
        ]),
      ),
    },
  },
}
