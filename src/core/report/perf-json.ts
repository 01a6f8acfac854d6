/** `perf --json`: schema ringscope.perf/1, everything in SI; and the JSON of nccl-tests -J (src/util.cu), which others read too. */
import { busFactor } from '../collectives/names.ts'
import type { PerfMeasure, PerfPairs, PerfRun } from '../evidence/perf-run.ts'

export const PERF_SCHEMA = 'ringscope.perf/1'

export const perfJsonOf = (run: PerfRun, version: string): string =>
  written({ schema: PERF_SCHEMA, version, measures: 'cpu', ...run })

export const pairsJsonOf = (pairs: PerfPairs, version: string): string =>
  written({ schema: PERF_SCHEMA, version, measures: 'cpu', ...pairs })

const written = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`

/** nccl-tests' version 3 of the file. Times in us, rates in GB/s; booleans are strings, as it writes them. */
export function ncclTestsJsonOf(run: PerfRun, version: string): string {
  const { collective, ranks, sweep, iterations, warmupIterations, aggregated, validated } = run
  const factor = busFactor(collective, ranks)
  const measure = (bytes: number, its: PerfMeasure | undefined) =>
    its && {
      time: 1e6 * its.seconds,
      alg_bw: bytes / its.seconds / 1e9,
      bus_bw: (factor * bytes) / its.seconds / 1e9,
      nwrong: its.wrong === undefined ? 'nan' : String(its.wrong),
      per_iter: {
        min_us: 1e6 * its.minSeconds,
        max_us: 1e6 * its.maxSeconds,
        p50_us: 1e6 * its.p50Seconds,
        p95_us: 1e6 * its.p95Seconds,
        p99_us: 1e6 * its.p99Seconds,
      },
    }
  return written({
    version: 3,
    ringscope: { version, measures: 'cpu', transport: run.transport },
    args: [`${collective}_perf`],
    collective,
    config: {
      nthreads: 1,
      ngpus: ranks,
      minimum_bytes: sweep.minBytes,
      maximum_bytes: sweep.maxBytes,
      step_size: sweep.step,
      step_type: sweep.by === 'factor' ? 'multiplicative' : 'increment',
      warmup_iters: warmupIterations,
      iterations,
      agg_iterations: aggregated,
      validation: validated ? 1 : 0,
      graph: 0,
    },
    devices: run.hosts.map((host, rank) => ({ rank, hostname: host, pid: run.pids[rank], name: 'CPU' })),
    results: run.rows.map((row) => ({
      size: row.bytes,
      count: row.count,
      type: run.type,
      redop: run.op,
      root: String(row.root ?? run.root),
      algorithm: row.algorithm,
      out_of_place: measure(row.bytes, row.outOfPlace),
      in_place: measure(row.bytes, row.inPlace),
    })),
  })
}
