/**
 * What `perf` measured, as nccl-tests prints it (src/util.cu), so that whatever reads nccl-tests reads this; all else stands in
 * comment lines. ringscope's own reader: parsers/nccl-tests.ts and parsers/perf-lines.ts.
 */
import { type Print, print } from '../base/print.ts'
import type { Seconds } from '../base/units.ts'
import { busFactor } from '../collectives/names.ts'
import type { PerfMeasure, PerfRow, PerfRun } from '../evidence/perf-run.ts'
import type { PerfTexts } from '../messages/perf.ts'
import { padEnd, padStart } from './width.ts'

/** The first word of its first line; the readers know the output by it. */
export const PERF_HEAD = 'ringscope perf'

/** Everything before the rows: what was measured, how, on what. Ends in a line feed, as each part does. */
export function perfHeadOf(run: PerfRun, words: PerfTexts, version: string): string {
  const hostCount = new Set(run.hosts).size
  const { warmupIterations, iterations, aggregated, validated, sweep } = run
  return comments([
    `${PERF_HEAD} ${version} (${run.collective}, ${run.ranks} ranks, ${run.transport}): ${words.head({ ...run, hostCount }, print)}`,
    `nThread 1 nGpus 1 minBytes ${sweep.minBytes} maxBytes ${sweep.maxBytes} step: ${sweep.step}(${sweep.by}) warmup iters: ${warmupIterations} iters: ${iterations} agg iters: ${aggregated} validation: ${validated ? 1 : 0} graph: 0`,
    ...run.disturbed.map((its) => words.disturbed(its, print)),
    '',
    'Using devices',
    ...run.hosts.map(
      (host, rank) =>
        ` Rank ${padStart(String(rank), 2)} Group  0 Pid ${padStart(String(run.pids[rank] ?? 0), 6)} on ${padStart(host, 10)} device ${padStart(String(rank), 2)} [0x00] CPU`,
    ),
    '',
    padEnd('', 62) + 'out-of-place                       in-place'.trimEnd(),
    '      size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong',
    '       (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)',
  ])
}

/** One line. */
export function perfRowOf(run: PerfRun, row: PerfRow): string {
  const factor = busFactor(run.collective, run.ranks)
  const start = [
    padStart(String(row.bytes), 12),
    padStart(String(row.count), 12),
    padStart(run.type, 8),
    padStart(run.op, 6),
    padStart(String(row.root ?? run.root), 6),
  ].join('  ')
  const block = (measure: PerfMeasure | undefined): string => {
    if (!measure)
      return `  ${padStart('N/A', 7)}  ${padStart('N/A', 6)}  ${padStart('N/A', 6)}  ${padStart('N/A', 5)}`
    const algbw = measure.seconds > 0 ? row.bytes / measure.seconds / 1e9 : 0
    return `  ${padStart(microseconds(measure.seconds), 7)}  ${padStart(gigabytes(algbw), 6)}  ${padStart(gigabytes(algbw * factor), 6)}  ${padStart(measure.wrong === undefined ? 'N/A' : String(measure.wrong), 5)}`
  }
  return `${start}${block(row.outOfPlace)}${block(row.inPlace)}\n`
}

/** The summary, and for each size the percentiles, what is transfer and what waiting, and the machine's own limit. */
export function perfTailOf(run: PerfRun, words: PerfTexts): string {
  const measures = run.rows.flatMap(({ bytes, outOfPlace, inPlace }) =>
    [outOfPlace, inPlace].flatMap((its) => (its ? [{ bytes, its }] : [])),
  )
  const wrong = measures.reduce((sum, { its }) => sum + (its.wrong ?? 0), 0)
  const factor = busFactor(run.collective, run.ranks)
  const busbw = measures.map(({ bytes, its }) => (its.seconds > 0 ? (bytes / its.seconds / 1e9) * factor : 0))
  const average = busbw.length === 0 ? 0 : busbw.reduce((sum, its) => sum + its, 0) / busbw.length
  return comments([
    `Out of bounds values : ${wrong} ${wrong === 0 ? 'OK' : 'FAILED'}`,
    `Avg bus bandwidth    : ${gigabytes(average)}`,
    '',
    ...(run.complete ? [] : [words.stopped({ rows: run.rows.length }, print), '']),
    ...run.limits.map((its) => `limit ${words.limit({ ...its, ranks: run.ranks }, print)}`),
    ...percentiles(run, words),
  ])
}

/** Columns of the percentiles; read back by position. */
export const PERCENTILE_COLUMNS = 'size algorithm place p50 p95 p99 max transfer waiting limit share'.split(
  ' ',
)

const WIDTHS = [11, 19, 5, 8, 8, 8, 8, 8, 8, 8, 6]

function percentiles(run: PerfRun, words: PerfTexts): readonly string[] {
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) =>
        at === 1 || at === 2 ? padEnd(cell, WIDTHS[at] ?? 0) : padStart(cell, WIDTHS[at] ?? 0),
      )
      .join(' ')
  const rows = run.rows.flatMap(({ bytes, algorithm, outOfPlace, inPlace }) =>
    (
      [
        ['out', outOfPlace],
        ['in', inPlace],
      ] as const
    ).flatMap(([place, its]) =>
      its ? [line([String(bytes), algorithm, place, ...timesOf(its, print)])] : [],
    ),
  )
  if (rows.length === 0) return []
  return [
    words.perSize({ iterations: run.iterations, ranks: run.ranks }, print),
    line(PERCENTILE_COLUMNS),
    ...rows,
  ]
}

const timesOf = (its: PerfMeasure, { percent }: Print): readonly string[] => [
  ...[
    its.p50Seconds,
    its.p95Seconds,
    its.p99Seconds,
    its.maxSeconds,
    its.transferSeconds,
    its.waitingSeconds,
  ].map(microseconds),
  its.limitSeconds === undefined ? '-' : microseconds(its.limitSeconds),
  its.utilisation === undefined ? '-' : percent(its.utilisation).replace(' ', ''),
]

/** As nccl-tests fits a float into seven columns, with more digits where a time is below 10 us. */
function microseconds(seconds: Seconds): string {
  const us = seconds * 1e6
  return us >= 10_000 ? us.toFixed(0) : us >= 100 ? us.toFixed(1) : us >= 10 ? us.toFixed(2) : us.toFixed(3)
}

const gigabytes = (rate: number): string => (rate >= 0.1 ? rate.toFixed(2) : rate.toFixed(4))

const comments = (lines: readonly string[]): string =>
  `${lines.map((line) => `# ${line}`.trimEnd()).join('\n')}\n`
