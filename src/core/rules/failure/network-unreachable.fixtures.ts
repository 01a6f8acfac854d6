/** network-unreachable: evidence on which it must speak, and as near to it as possible, on which it must not. */
import { DEGRADED, printedText, warned } from '../printed.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: printedText(warned('Call to ibv_modify_qp failed with error Network is unreachable errno 101')),
  severity: 'error',
  silent: printedText(
    DEGRADED,
    `gpu-03:51:60 [0] NCCL INFO Call to ibv_modify_qp failed with 110 Connection timed out, retrying 1/3 after 100 msec of sleep`,
  ),
}
