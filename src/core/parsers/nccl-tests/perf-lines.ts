/**
 * What `ringscope perf` prints around the table of nccl-tests (report/perf/text.ts), or adds to its JSON (report/perf/json.ts): its
 * first line, and for each size the percentiles, what was transfer and what waiting, and what the machine's own limit allows.
 * Times in us.
 */
import type { BenchmarkRow, PerfShare } from '../../evidence/benchmark.ts'
import type { Place } from '../../evidence/place.ts'
import { type Members, membersOf, numberOf, textOf } from '../../text/json-values.ts'

/** "ringscope perf 0.1.0 (all_reduce, 2 ranks, threads): …"; undefined for all other lines. */
export function perfHeadOf(
  text: string,
): { readonly collective: string; readonly version: string } | undefined {
  const [, version, collective] =
    /^ringscope perf (\S{1,40}) \((\w{1,40}), \d+ ranks?, \w+\)/.exec(text) ?? []
  return version === undefined || collective === undefined ? undefined : { collective, version }
}

const CELLS = 11
const ALGORITHM = /^[a-z][a-z-]{0,40}$/

/** "67108864 direct out 5300.0 6360.0 7950.0 10600 4240.0 1060.0 3975.0 75%" */
export function perfShareOf(text: string, place: () => Place): PerfShare | undefined {
  const cells = text.trim().split(/\s+/)
  const [bytes = '', algorithm = '', where = '', ...times] = cells
  if (cells.length !== CELLS || !/^\d{1,15}$/.test(bytes) || !ALGORITHM.test(algorithm)) return undefined
  if (where !== 'out' && where !== 'in') return undefined
  const [p50 = Number.NaN, , , , transfer = Number.NaN, waiting = Number.NaN, limit = Number.NaN] =
    times.map(Number)
  if (!(p50 > 0 && transfer >= 0 && waiting >= 0)) return undefined
  return {
    bytes: Number(bytes),
    algorithm,
    inPlace: where === 'in',
    p50Seconds: p50 / 1e6,
    transferSeconds: transfer / 1e6,
    waitingSeconds: waiting / 1e6,
    ...(limit > 0 ? { limitSeconds: limit / 1e6 } : {}),
    place: place(),
  }
}

/** {"algorithm": "ring", …, "ringscope": {"out_of_place": {"transfer_us": 4240, "waiting_us": 1060, "limit_us": 3975, …}, …}} */
export function perfSharesIn(result: Members, row: BenchmarkRow): readonly PerfShare[] {
  const algorithm = textOf(result.algorithm) ?? ''
  const added = membersOf(result.ringscope)
  if (!added || !ALGORITHM.test(algorithm)) return []
  const places = [
    { value: added.out_of_place, measure: row.outOfPlace, inPlace: false },
    { value: added.in_place, measure: row.inPlace, inPlace: true },
  ]
  return places.flatMap(({ value, measure, inPlace }) => {
    const block = membersOf(value) ?? {}
    const [transfer, waiting, limit = Number.NaN] = [block.transfer_us, block.waiting_us, block.limit_us].map(
      numberOf,
    )
    const p50Seconds = measure?.perIteration?.p50Seconds ?? 0
    if (transfer === undefined || waiting === undefined) return []
    if (!(p50Seconds > 0 && transfer >= 0 && waiting >= 0)) return []
    return [
      {
        ...{ bytes: row.bytes, algorithm, inPlace, p50Seconds },
        transferSeconds: transfer / 1e6,
        waitingSeconds: waiting / 1e6,
        ...(limit > 0 ? { limitSeconds: limit / 1e6 } : {}),
        place: row.place,
      },
    ]
  })
}
