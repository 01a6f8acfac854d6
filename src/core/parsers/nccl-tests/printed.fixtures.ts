/** For tests: lines as nccl-tests prints them (src/util.cu). */
import { busFactor, type CollectiveName } from '../../collectives/names.ts'

export const PARAMETERS =
  '# nThread 1 nGpus 1 minBytes 8 maxBytes 8589934592 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0\n#\n# Using devices\n'

export const HEADER = `#                                                              out-of-place                       in-place          
#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)       
`

interface Printed {
  readonly redop?: string
  readonly root?: number
  /** size / (count x bytes an element) */
  readonly share?: number
  readonly wrong?: string
  readonly inPlaceWrong?: string
}

/** The row of a size that reached this busbw, in both placements. */
export function printedRow(
  collective: CollectiveName,
  ranks: number,
  bytes: number,
  busbw: number,
  { redop = 'sum', root = -1, share = 1, wrong = '0', inPlaceWrong = '0' }: Printed = {},
): string {
  const algbw = busbw / busFactor(collective, ranks)
  const time = bytes / algbw / 1e3
  const block = (errors: string): string =>
    `  ${fixed(time, 7)}  ${fixed(algbw, 6)}  ${fixed(busbw, 6)}  ${errors.padStart(5)}`
  const head = `${String(bytes).padStart(12)}  ${String(bytes / 4 / share).padStart(12)}  ${'float'.padStart(8)}  ${redop.padStart(6)}  ${String(root).padStart(6)}`
  return head + block(wrong) + block(inPlaceWrong)
}

/** getFloatStr of nccl-tests: as many decimals, up to two, as the width leaves room for. */
function fixed(value: number, width: number): string {
  const text = [2, 1, 0].map((digits) => value.toFixed(digits)).find((written) => written.length <= width)
  return (text ?? value.toExponential(1)).padStart(width)
}
