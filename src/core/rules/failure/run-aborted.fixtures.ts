/** run-aborted: evidence on which it must speak, and as near to it as possible, on which it must not. */
import { printedText } from '../printed.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

const row = (bytes: number) =>
  `  ${bytes}  ${bytes / 4}  float  sum  -1  4020.5  267.07  467.37  0  4043.5  265.55  464.71  0`

const HEADER = [
  '# nThread 1 nGpus 8 minBytes 1073741824 maxBytes 8589934592 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0',
  '#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong',
]
const table = [...HEADER, row(2 ** 30), row(2 ** 31)]
const FAILURE = "gpu-03: Test CUDA failure common.cu:893 'an error that is not known'"

export const fixture: RuleFixture = {
  speaks: printedText(...table, FAILURE),
  severity: 'error',
  // An excerpt ends somewhere.
  silent: printedText(...table),
  variants: [
    { name: 'before its first row', facts: printedText(...HEADER, FAILURE) },
    { name: 'at one size', facts: printedText(...HEADER, row(2 ** 30), FAILURE) },
    {
      name: 'cancelled',
      facts: printedText(
        'slurmstepd: error: *** JOB 4711 ON gpu-03 CANCELLED AT 2026-04-28T14:14:49 DUE TO TIME LIMIT ***',
      ),
    },
  ],
}
