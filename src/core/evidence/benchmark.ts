/**
 * A run of a bandwidth benchmark: nccl-tests, rccl-tests, a bare curve, or a number given on the command line.
 * Fields called algbw and busbw are in GB/s (10^9 bytes a second), as nccl-tests prints them; all else is SI.
 */
import type { Seconds } from '../base/units.ts'
import type { CollectiveName } from '../collectives/names.ts'
import type { Place } from './place.ts'

export interface Benchmark {
  readonly kind: 'benchmark'
  /** ringscope-perf measured CPUs: nothing about GPUs may be concluded from it. */
  readonly tool: 'nccl-tests' | 'rccl-tests' | 'curve' | 'stated' | 'report' | 'ringscope-perf'
  /** Of ringscope perf: what of the machine's own limit each row reached. */
  readonly shares?: readonly PerfShare[]
  /** The operation as the file names it ("all_reduce_perf", "hypercube"); undefined when it does not. */
  readonly operation?: string
  /** Undefined when the columns admit several (see `candidates`) or the operation is none of ours. */
  readonly collective?: CollectiveName
  readonly candidates: readonly CollectiveName[]
  readonly collectiveFrom: 'named' | 'command' | 'columns' | 'input-name' | 'option' | 'unknown'
  readonly ranks?: number
  readonly ranksFrom: 'named' | 'devices' | 'ratio' | 'count' | 'option' | 'unknown'
  /**
   * A bare curve gives one number a size. The other, and the times, follow from it where collective and ranks are
   * known; where they are not, algbw and busbw are equal.
   */
  readonly stated?: 'algbw' | 'busbw'
  /** Where the file names them without a list of devices. */
  readonly hosts?: readonly string[]
  readonly devices: readonly BenchmarkDevice[]
  /** The rows in the order of the file; sizes may repeat. */
  readonly rows: readonly BenchmarkRow[]
  readonly parameters: BenchmarkParameters
  /** NCCL_*, RCCL_* and the like where the file holds them; never a secret. */
  readonly environment: Readonly<Record<string, string>>
  readonly version?: { readonly tests?: string; readonly library?: string }
  /** The summary line "Avg bus bandwidth". */
  readonly average?: { readonly busbw: number; readonly passed?: boolean; readonly place: Place }
  /** The summary line "Out of bounds values". */
  readonly outOfBounds?: { readonly count: number; readonly failed: boolean; readonly place: Place }
  /** Error lines of the test itself. */
  readonly errors: readonly Place[]
  /** 1; more where device lists of so many one-rank runs were seen before any row: built without MPI, started by mpirun. */
  readonly startedTogether: number
  /** Where the run begins. */
  readonly place: Place
  /** The header of the columns was seen: with no row after it, the run hung or was cut. */
  readonly header?: Place
  /** Lines that look like rows and were not understood, where no row was. */
  readonly unread?: { readonly lines: number; readonly place: Place }
  /** The summary lines were reached. */
  readonly complete: boolean
}

/** A line of the percentiles that `ringscope perf` prints below its table. */
export interface PerfShare {
  readonly bytes: number
  readonly algorithm: string
  readonly inPlace: boolean
  readonly p50Seconds: Seconds
  /** The fastest rank's time, and what the others waited for the late one. */
  readonly transferSeconds: Seconds
  readonly waitingSeconds: Seconds
  /** What the machine's limit, measured in the same run, allows. */
  readonly limitSeconds?: Seconds
  readonly place: Place
}

export interface BenchmarkDevice {
  readonly rank: number
  readonly group?: number
  readonly pid?: number
  readonly host: string
  readonly device: number
  /** "0000:18:00" or "07", as printed. */
  readonly busId?: string
  /** "NVIDIA H100 80GB HBM3" */
  readonly name: string
  readonly place: Place
}

export interface BenchmarkParameters {
  readonly threads?: number
  readonly gpusPerThread?: number
  readonly minBytes?: number
  readonly maxBytes?: number
  readonly iterations?: number
  readonly warmupIterations?: number
  readonly validation?: boolean
  readonly graph?: number
  /** -C: the time column is CPU time. */
  readonly cpuTime?: boolean
  /** -z: each collective was waited for. */
  readonly blocking?: boolean
}

export interface BenchmarkRow {
  readonly bytes: number
  /** Elements passed to the call, as printed. */
  readonly count?: number
  readonly type?: string
  readonly redop?: string
  readonly root?: number
  readonly outOfPlace?: Measure
  readonly inPlace?: Measure
  readonly place: Place
}

export interface Measure {
  readonly seconds: Seconds
  /** GB/s */
  readonly algbw: number
  /** GB/s */
  readonly busbw: number
  /** Values out of bounds; undefined when not checked (N/A). */
  readonly wrong?: number
  /** Largest error seen, where the era prints that instead ("5e-07"). */
  readonly error?: number
  /** A number was torn by another line and recomputed from algbw = size / time. */
  readonly repaired?: boolean
  readonly perIteration?: PerIteration
}

/** -I and the JSON form: times of single iterations. */
export interface PerIteration {
  readonly minSeconds: Seconds
  readonly maxSeconds: Seconds
  readonly p50Seconds?: Seconds
  readonly p95Seconds?: Seconds
  readonly p99Seconds: Seconds
  /** Coefficient of variation as a share: 0.05 is 5 %. */
  readonly variation: number
  readonly iterations?: number
}
