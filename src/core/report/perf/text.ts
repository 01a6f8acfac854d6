/**
 * What `perf` measured, as nccl-tests prints it (src/util.cu), so that whatever reads nccl-tests reads this; all else stands in
 * comment lines. ringscope's own reader: parsers/nccl-tests/nccl-tests.ts and parsers/nccl-tests/perf-lines.ts.
 */
import { type Print, print } from '../../base/print.ts'
import type { Seconds } from '../../base/units.ts'
import { busFactor } from '../../collectives/names.ts'
import type { PerfMeasure, PerfRow, PerfRun } from '../../evidence/perf-run.ts'
import type { PerfTexts } from '../../messages/perf.ts'
import { padEnd, padStart, widthOf, wrap } from '../text/width.ts'

/** The first word of its first line; the readers know the output by it. */
export const PERF_HEAD = 'ringscope perf'

export interface RowOptions {
  /** -I 1: also the columns i_min, i_max, i_p99 and i_cv%. */
  readonly each?: boolean
}

/** Prose in comment lines; rows of nccl-tests are wider by nature. */
const PROSE_COLUMNS = 94

const wrapped = (text: string): readonly string[] => wrap(text, PROSE_COLUMNS)

/** Everything before the rows: what was measured, how, on what. Ends in a line feed, as each part does. */
export function perfHeadOf(
  run: PerfRun,
  words: PerfTexts,
  version: string,
  { each = false }: RowOptions = {},
): string {
  const hostCount = new Set(run.hosts).size
  const { warmupIterations, iterations, aggregated, validated, sweep } = run
  return comments([
    `${PERF_HEAD} ${version} (${run.collective}, ${run.ranks} ${run.ranks === 1 ? 'rank' : 'ranks'}, ${run.transport}): ${words.head({ ...run, hostCount }, print)}`,
    `nThread 1 nGpus 1 minBytes ${sweep.minBytes} maxBytes ${sweep.maxBytes} step: ${sweep.step}(${sweep.by}) warmup iters: ${warmupIterations} iters: ${iterations} agg iters: ${aggregated} validation: ${validated ? 1 : 0} graph: 0`,
    ...run.disturbed.flatMap((disturbance) => wrapped(words.disturbed(disturbance, print))),
    ...run.remarks.flatMap((remark) => wrapped(words.remark(remark, print))),
    ...(each ? ['Per-Iteration Report: i_* uses max over ranks'] : []),
    '',
    'Using devices',
    ...run.hosts.map(
      (host, rank) =>
        ` Rank ${padStart(String(rank), 2)} Group  0 Pid ${padStart(String(run.pids[rank] ?? 0), 6)} on ${padStart(host, 10)} device ${padStart(String(rank), 2)} [0x00] CPU`,
    ),
    '',
    ...columnsOf(each),
  ])
}

const EACH = {
  names: '  i_min    i_max    i_p99    i_cv%',
  units: '   (us)     (us)     (us)      (%)',
}

function columnsOf(each: boolean): readonly string[] {
  const { names, units } = each ? EACH : { names: '', units: '' }
  const place = each ? ' (+ per-iteration)' : ''
  const block = {
    names: `    time   algbw   busbw #wrong${names === '' ? '' : `  ${names}`}`,
    units: `    (us)  (GB/s)  (GB/s)       ${units === '' ? '' : `  ${units}`}`,
  }
  const width = block.names.length
  return [
    `${padEnd('', 62)}${padEnd(`out-of-place${place}`, width + 4)}in-place${place}`,
    `      size         count      type   redop    root ${block.names} ${block.names}`,
    `       (B)    (elements)                           ${block.units} ${block.units}`.trimEnd(),
  ]
}

/** One line. */
export function perfRowOf(run: PerfRun, row: PerfRow, { each = false }: RowOptions = {}): string {
  const factor = busFactor(run.collective, run.ranks)
  const start = [
    padStart(String(row.bytes), 12),
    padStart(String(row.count), 12),
    padStart(run.type, 8),
    padStart(run.op, 6),
    padStart(String(row.root ?? run.root), 6),
  ].join('  ')
  const block = (measure: PerfMeasure | undefined): string => {
    const widths = each ? [7, 6, 6, 5, 7, 7, 7, 7] : [7, 6, 6, 5]
    const cells = measure ? cellsOf(measure, row.bytes, factor, each) : widths.map(() => 'N/A')
    return cells.map((cell, at) => `  ${padStart(cell, widths[at] ?? 0)}`).join('')
  }
  return `${start}${block(row.outOfPlace)}${block(row.inPlace)}\n`
}

function cellsOf(measure: PerfMeasure, bytes: number, factor: number, each: boolean): readonly string[] {
  const algbw = measure.seconds > 0 ? bytes / measure.seconds / 1e9 : 0
  return [
    microseconds(measure.seconds),
    gigabytes(algbw),
    gigabytes(algbw * factor),
    measure.wrong === undefined ? 'N/A' : String(measure.wrong),
    ...(each ? [measure.minSeconds, measure.maxSeconds, measure.p99Seconds].map(microseconds) : []),
    ...(each ? [(100 * measure.variation).toFixed(2)] : []),
  ]
}

/** The summary, and for each size the percentiles, what is transfer and what waiting, and the machine's own limit. */
export function perfTailOf(run: PerfRun, words: PerfTexts): string {
  const measures = run.rows.flatMap(({ bytes, outOfPlace, inPlace }) =>
    [outOfPlace, inPlace].flatMap((measure) => (measure ? [{ bytes, measure }] : [])),
  )
  const wrong = measures.reduce((sum, { measure }) => sum + (measure.wrong ?? 0), 0)
  const factor = busFactor(run.collective, run.ranks)
  const busbw = measures.map(({ bytes, measure }) =>
    measure.seconds > 0 ? (bytes / measure.seconds / 1e9) * factor : 0,
  )
  const average = busbw.length === 0 ? 0 : busbw.reduce((sum, rate) => sum + rate, 0) / busbw.length
  return comments([
    `Out of bounds values : ${wrong} ${wrong === 0 ? 'OK' : 'FAILED'}`,
    `Avg bus bandwidth    : ${gigabytes(average)}`,
    '',
    ...(run.complete ? [] : [words.stopped({ rows: run.rows.length }, print), '']),
    ...run.limits.flatMap((limit) => wrapped(`limit ${words.limit({ ...limit, ranks: run.ranks }, print)}`)),
    ...percentiles(run, words),
  ])
}

/** Columns of the percentiles; read back by position. */
export const PERCENTILE_COLUMNS = 'size algorithm place p50 p95 p99 max transfer waiting limit share'.split(
  ' ',
)

/** The algorithm and the place are words. */
const WORDS = [1, 2]

function percentiles(run: PerfRun, words: PerfTexts): readonly string[] {
  const rows = run.rows.flatMap(({ bytes, algorithm, outOfPlace, inPlace }) =>
    (
      [
        ['out', outOfPlace],
        ['in', inPlace],
      ] as const
    ).flatMap(([place, measure]) =>
      measure ? [[String(bytes), algorithm, place, ...timesOf(measure, print)]] : [],
    ),
  )
  if (rows.length === 0) return []
  return [
    ...wrapped(words.perSize({ iterations: run.iterations, ranks: run.ranks }, print)),
    ...aligned([PERCENTILE_COLUMNS, ...rows], WORDS),
  ]
}

/** Lines as wide as their cells need, `left` columns to the left. */
export function aligned(rows: readonly (readonly string[])[], left: readonly number[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((cells) => widthOf(cells[at] ?? ''))))
  return rows.map((cells) =>
    cells
      .map((cell, at) => (left.includes(at) ? padEnd : padStart)(cell, widths[at] ?? 0))
      .join(' ')
      .trimEnd(),
  )
}

const timesOf = (measure: PerfMeasure, { percent }: Print): readonly string[] => [
  ...[
    measure.p50Seconds,
    measure.p95Seconds,
    measure.p99Seconds,
    measure.maxSeconds,
    measure.transferSeconds,
    measure.waitingSeconds,
  ].map(microseconds),
  measure.limitSeconds === undefined ? '-' : microseconds(measure.limitSeconds),
  measure.utilisation === undefined ? '-' : percent(measure.utilisation).replace(' ', ''),
]

/** As nccl-tests fits a float into seven columns, with more digits where a time is below 10 us. */
function microseconds(seconds: Seconds): string {
  const us = seconds * 1e6
  return us >= 10_000 ? us.toFixed(0) : us >= 100 ? us.toFixed(1) : us >= 10 ? us.toFixed(2) : us.toFixed(3)
}

const gigabytes = (rate: number): string => (rate >= 0.1 ? rate.toFixed(2) : rate.toFixed(4))

/** Each as a comment line. */
export const comments = (lines: readonly string[]): string =>
  `${lines.map((line) => `# ${line}`.trimEnd()).join('\n')}\n`
