/** nvlink-errors: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { one } from '../host.fixtures.ts'
import { lines, xid } from '../lines.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

/** A counter of these links of one GPU. */
const counting = (what: string, counts: readonly number[]) =>
  lines(
    'GPU 2: NVIDIA A100-SXM4-80GB (UUID: GPU-00000002)',
    ...counts.map((count, link) => `\t Link ${link}: ${what} Errors: ${count}`),
  )

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
  thresholds: {
    'nvlink-errors.recoveries': {
      speaks: counting('Recovery', [0, 0, 21, 0]),
      silent: counting('Recovery', [0, 0, 20, 0]),
    },
    'nvlink-errors.replays': {
      speaks: counting('Replay', [2, 2, 1000, 2]),
      silent: counting('Replay', [2, 2, 999, 2]),
    },
    'nvlink-errors.times-others': {
      speaks: counting('Replay', [100, 100, 2200, 100]),
      silent: counting('Replay', [100, 100, 1800, 100]),
    },
    // Likely, and only possible.
    'nvlink-errors.links': {
      speaks: counting('Replay', [2, 2, 4821, 2]),
      silent: counting('Replay', [2, 2, 4821]),
    },
  },
}
