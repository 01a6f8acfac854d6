/**
 * What `ringscope perf` prints around the table of nccl-tests (report/perf-text.ts): its first line, and for each size the
 * percentiles, what was transfer and what waiting, and what the machine's own limit allows. Times in us.
 */
import type { PerfShare } from '../evidence/benchmark.ts'
import type { Place } from '../evidence/place.ts'

/** "ringscope perf 0.1.0 (all_reduce, 2 ranks, threads): …"; undefined for all other lines. */
export function perfHeadOf(
  text: string,
): { readonly collective: string; readonly version: string } | undefined {
  const [, version, collective] =
    /^ringscope perf (\S{1,40}) \((\w{1,40}), \d+ ranks?, \w+\)/.exec(text) ?? []
  return version === undefined || collective === undefined ? undefined : { collective, version }
}

const CELLS = 11

/** "67108864 direct out 5300.0 6360.0 7950.0 10600 4240.0 1060.0 3975.0 75%" */
export function perfShareOf(text: string, place: () => Place): PerfShare | undefined {
  const cells = text.trim().split(/\s+/)
  const [bytes = '', algorithm = '', where = '', ...times] = cells
  if (cells.length !== CELLS || !/^\d{1,15}$/.test(bytes) || !/^[a-z][a-z-]{0,40}$/.test(algorithm))
    return undefined
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
