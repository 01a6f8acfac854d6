/** graph-search-failed: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { text } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: text(
    'gpu-01:1:2 [1] graph/search.cc:890 NCCL WARN Could not find a path for pattern 4, falling back to simple order',
  ),
  severity: 'warning',
  silent: text('gpu-01:1:2 [1] NCCL INFO Could not find a path for pattern 5, falling back to simple order'),
}
