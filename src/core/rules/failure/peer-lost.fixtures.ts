/** peer-lost: evidence on which it must speak, and as near to it as possible, on which it must not. */
import { DEGRADED, printedText, warned } from '../printed.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

const closed = (host: string) =>
  warned('socketProgress: Connection closed by remote peer gpu-03<38613>', host, 'misc/socket.cc:50')

export const fixture: RuleFixture = {
  speaks: printedText(closed('gpu-02')),
  severity: 'info',
  // A proxy thread that ends says so in every healthy run.
  silent: printedText(
    DEGRADED,
    'gpu-02:51:60 [0] NCCL INFO [Service thread] Connection closed by localRank 0',
  ),
  variants: [
    {
      name: 'beside its cause',
      facts: printedText(warned("Cuda failure 'out of memory'"), closed('gpu-02'), closed('gpu-01')),
    },
    { name: 'without a host', facts: printedText('NCCL WARN Call to recv from 10.0.0.1<4711> failed') },
    {
      name: 'a host that the launcher lost',
      facts: printedText('ORTE has lost communication with a remote daemon.'),
    },
  ],
}
