/** `perf --json`: schema ringscope.perf/1, everything in SI; and the JSON of nccl-tests -J (src/util.cu), which others read too. */
import { busFactor } from '../../collectives/names.ts'
import type { PerfMeasure, PerfPairs, PerfRun, PerfSimulation } from '../../evidence/perf-run.ts'

export const PERF_SCHEMA = 'ringscope.perf/1'

export interface PerfJsonParts {
  readonly simulation?: PerfSimulation
  /** Of --report: a Report as plain data. */
  readonly report?: unknown
}

export const perfJsonOf = (run: PerfRun, version: string, parts: PerfJsonParts = {}): string =>
  written({ schema: PERF_SCHEMA, version, measures: 'cpu', ...run, ...parts })

export const pairsJsonOf = (pairs: PerfPairs, version: string): string =>
  written({ schema: PERF_SCHEMA, version, measures: 'cpu', ...pairs })

const written = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`

/**
 * Version 3 of the file, and what else the table of `perf` says under `ringscope`, of the run and of each result. Times in us,
 * rates in GB/s. Booleans are strings, as nccl-tests writes them; the environment, which it writes too, is left out.
 */
export function ncclTestsJsonOf(run: PerfRun, version: string): string {
  const { collective, ranks, sweep, iterations, warmupIterations, aggregated, validated } = run
  const factor = busFactor(collective, ranks)
  const measures = run.rows.flatMap(({ bytes, outOfPlace, inPlace }) =>
    [outOfPlace, inPlace].flatMap((measure) => (measure ? [{ bytes, measure }] : [])),
  )
  const wrong = measures.reduce((sum, { measure }) => sum + (measure.wrong ?? 0), 0)
  const busbw = measures.map(({ bytes, measure }) => (factor * bytes) / measure.seconds / 1e9)
  return written({
    version: 3,
    start_time: run.startTime,
    ringscope: {
      version,
      measures: 'cpu',
      transport: run.transport,
      carrier: run.carrier,
      limits: run.limits.map(({ kind, bytes, bytesPerSecond, aloneBytesPerSecond: alone }) => ({
        kind,
        bytes,
        bandwidth: bytesPerSecond / 1e9,
        ...(alone === undefined ? {} : { alone_bandwidth: alone / 1e9 }),
      })),
      disturbed: run.disturbed,
      remarks: run.remarks,
    },
    args: [`${collective}_perf`],
    config: {
      nthreads: 1,
      ngpus: 1,
      minimum_bytes: sweep.minBytes,
      maximum_bytes: sweep.maxBytes,
      ...(sweep.by === 'factor' ? { step_factor: sweep.step } : { step_bytes: sweep.step }),
      warmup_iters: warmupIterations,
      iterations,
      aggregated_iterations: aggregated,
      validation: validated ? 1 : 0,
      graph: 0,
      blocking_collectives: String(run.blocking),
      per_iter_timing: 'true',
      per_iter_skip: 0,
      devices: run.hosts.map((hostname, rank) => ({
        rank,
        group: 0,
        pid: run.pids[rank] ?? 0,
        hostname,
        device: rank,
        device_hex: '0x00',
        device_info: 'CPU',
      })),
    },
    results: run.rows.map((row) => ({
      size: row.bytes,
      count: row.count,
      type: run.type,
      redop: run.op,
      root: String(row.root ?? run.root).padStart(6),
      algorithm: row.algorithm,
      ...(row.outOfPlace
        ? {
            out_of_place: timesOf(row.bytes, row.outOfPlace, factor),
            out_of_place_per_iter: perIterationOf(row.outOfPlace),
          }
        : {}),
      ...(row.inPlace
        ? {
            in_place: timesOf(row.bytes, row.inPlace, factor),
            in_place_per_iter: perIterationOf(row.inPlace),
          }
        : {}),
      ringscope: {
        ...(row.outOfPlace ? { out_of_place: reachedOf(row.outOfPlace) } : {}),
        ...(row.inPlace ? { in_place: reachedOf(row.inPlace) } : {}),
      },
      actual_iterations: iterations,
      experiment_name: '',
    })),
    out_of_bounds: { count: wrong, okay: String(wrong === 0) },
    // nccl-tests writes it last: a file without it is of a run that was stopped.
    ...(run.complete
      ? {
          average_bus_bandwidth: {
            bandwidth: busbw.reduce((sum, rate) => sum + rate, 0) / Math.max(1, busbw.length),
            okay: 'unchecked',
          },
        }
      : {}),
    errors: [],
  })
}

const timesOf = (bytes: number, measure: PerfMeasure, factor: number) => ({
  time: 1e6 * measure.seconds,
  alg_bw: bytes / measure.seconds / 1e9,
  bus_bw: (factor * bytes) / measure.seconds / 1e9,
  nwrong: measure.wrong ?? null,
})

/** Read back by parsers/nccl-tests/perf-lines.ts. `utilisation`: 0..1. */
const reachedOf = (measure: PerfMeasure) => ({
  transfer_us: 1e6 * measure.transferSeconds,
  waiting_us: 1e6 * measure.waitingSeconds,
  ...(measure.limitSeconds === undefined ? {} : { limit_us: 1e6 * measure.limitSeconds }),
  ...(measure.utilisation === undefined ? {} : { utilisation: measure.utilisation }),
  ...(measure.sentBytes === undefined ? {} : { sent_bytes: measure.sentBytes }),
})

const perIterationOf = (measure: PerfMeasure) => ({
  skipped_iterations: 0,
  min_us: 1e6 * measure.minSeconds,
  max_us: 1e6 * measure.maxSeconds,
  p50_us: 1e6 * measure.p50Seconds,
  p95_us: 1e6 * measure.p95Seconds,
  p99_us: 1e6 * measure.p99Seconds,
  cv_pct: 100 * measure.variation,
})
