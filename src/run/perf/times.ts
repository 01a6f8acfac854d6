/** Times of single iterations at every rank -> what a row says of them. */
import type { Seconds } from '../../core/base/units.ts'
import type { PerfMeasure } from '../../core/evidence/perf-run.ts'
import type { PerfOptions } from './options.ts'

/** `bySlowest` and `byFastest`: of each iteration the slowest and the fastest rank's time. */
export type IterationTimes = Omit<
  PerfMeasure,
  'seconds' | 'wrong' | 'limitSeconds' | 'utilisation' | 'sentBytes'
>

/** `times[rank][iteration]` in seconds. */
export function iterationTimes(times: readonly (readonly Seconds[] | Float64Array)[]): IterationTimes {
  const iterations = times[0]?.length ?? 0
  const of = (pick: (...values: number[]) => number): readonly Seconds[] =>
    Array.from({ length: iterations }, (_, at) => pick(...times.map((ofRank) => ofRank[at] ?? 0)))
  const slowest = of(Math.max)
  const fastest = of(Math.min)
  const sorted = slowest.toSorted((one, other) => one - other)
  return {
    minSeconds: sorted[0] ?? 0,
    p50Seconds: percentile(sorted, 50),
    p95Seconds: percentile(sorted, 95),
    p99Seconds: percentile(sorted, 99),
    maxSeconds: sorted.at(-1) ?? 0,
    variation: variationOf(slowest),
    transferSeconds: median(fastest),
    waitingSeconds: median(slowest.map((seconds, at) => seconds - (fastest[at] ?? 0))),
  }
}

/** Standard deviation of the whole (not of a sample) over the mean, as nccl-tests has it. */
function variationOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return mean > 0 ? Math.sqrt(squares / values.length) / mean : 0
}

/** Nearest rank, as nccl-tests (src/util.cu): index ceil(n x p / 100) - 1; of p50 index n / 2. */
export function percentile(sorted: readonly Seconds[], percent: number): Seconds {
  const count = sorted.length
  const at = percent === 50 ? Math.floor(count / 2) : Math.ceil((count * percent) / 100) - 1
  return sorted[Math.min(count - 1, Math.max(0, at))] ?? 0
}

export const median = (values: readonly number[]): number =>
  percentile(
    values.toSorted((one, other) => one - other),
    50,
  )

/** What -a asks of the ranks' times an iteration. */
export function averageOf(seconds: readonly Seconds[], average: PerfOptions['average']): Seconds {
  switch (average) {
    case 'rank-0':
      return seconds[0] ?? 0
    case 'mean':
      return seconds.reduce((sum, one) => sum + one, 0) / Math.max(1, seconds.length)
    case 'fastest':
      return Math.min(...seconds)
    case 'slowest':
      return Math.max(...seconds)
  }
}
