/** nvlink-errors: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { one } from '../host.fixtures.ts'
import { lines, xid } from '../lines.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: one({ nvlinkErrors: { '5 3 Replay': 48211, '5 3 Recovery': 12 } }),
  severity: 'warning',
  silent: one({ nvlinkErrors: { '5 3 Replay': 40, '2 1 CRC': 7 } }),
  variants: [
    { name: 'by the kernel', facts: one({ kernelLog: [xid(74)] }) },
    { name: 'of a GPU without a number', facts: lines(xid(74, '0000:99:00')) },
    {
      name: 'growing',
      facts: lines(
        ...[1200, 4821].flatMap((count) => [
          'GPU 2: NVIDIA A100-SXM4-80GB (UUID: GPU-00000002)',
          ...[0, 1, 2, 3, 4].map((link) => `\t Link ${link}: Replay Errors: ${link === 3 ? count : 2}`),
        ]),
      ),
    },
  ],
}
