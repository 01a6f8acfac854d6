/** graph-search-failed: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { text } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

const found = (channels: number, rate: string) =>
  `gpu-01:1:2 [1] NCCL INFO Pattern 4, crossNic 0, nChannels ${channels}, bw ${rate}/${rate}, type NVL/PIX, sameChannels 1`

export const fixture: RuleFixture = {
  speaks: text(
    'gpu-01:1:2 [1] graph/search.cc:890 NCCL WARN Could not find a path for pattern 4, falling back to simple order',
  ),
  severity: 'warning',
  // Rings were found; for the multicast of the switch there is no way, and none is needed.
  silent: text(
    found(12, '20.000000'),
    'gpu-01:1:2 [1] NCCL INFO Could not find a path for pattern 5, falling back to simple order',
  ),
  thresholds: {
    'graph-search-failed.rate': { speaks: text(found(1, '0.100000')), silent: text(found(1, '0.120000')) },
  },
}
