/** p2p-hang: evidence on which it must speak, and as near to it as possible, on which it must not. */
import { printedText } from '../printed.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

const HEADER =
  '#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong'
const ROW = '  1048576  262144  float  sum  -1  100.0  10.49  10.49  0  100.0  10.49  10.49  0'

const log = (via: string) =>
  [0, 1].flatMap((rank) => [
    `desk:15:${20 + rank} [${rank}] NCCL INFO ncclCommInitAll comm 0x5601aa${rank}0 rank ${rank} nranks 2 cudaDev ${rank} nvmlDev ${rank} busId ${rank + 1}000 commId 0x4be0c8d2114f9a07 - Init COMPLETE`,
    `desk:15:${20 + rank} [${rank}] NCCL INFO Channel 00/0 : ${rank}[${rank}] -> ${1 - rank}[${1 - rank}] via ${via}`,
  ])

export const fixture: RuleFixture = {
  speaks: printedText('# Using devices', ...log('P2P/direct pointer'), HEADER),
  severity: 'warning',
  silent: printedText('# Using devices', ...log('P2P/direct pointer'), HEADER, ROW),
}
