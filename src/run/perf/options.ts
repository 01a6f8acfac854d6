/** What `perf` is asked to measure: nccl-tests' options as plain data (nccl-tests src/common.cu). */

import type { Rank } from '../../core/collectives/conditions.ts'
import type { CollectiveName } from '../../core/collectives/names.ts'
import { type TestSize, testSize } from '../../core/collectives/sizes.ts'
import type { Disturbance } from '../../core/evidence/perf-run.ts'
import { type DataType, dataTypes, type ReduceOp } from '../memory/data-types.ts'
import { MOST_HEAP_BYTES, RESERVED_BYTES } from '../memory/heap.ts'

export interface PerfOptions {
  readonly collective: CollectiveName
  readonly minBytes: number
  readonly maxBytes: number
  /** The next size is so many times the last, or so many bytes more. */
  readonly step: { readonly by: 'factor' | 'bytes'; readonly value: number }
  readonly iterations: number
  readonly warmupIterations: number
  /** Collectives in one iteration (-m). */
  readonly aggregated: number
  /** Runs of each size whose every element is checked; 0: none. */
  readonly checks: number
  readonly type: DataType
  readonly op: ReduceOp
  /** 'all': a row for each. */
  readonly root: Rank | 'all'
  /** Which rank's time the time column shows (-a). */
  readonly average: 'rank-0' | 'mean' | 'fastest' | 'slowest'
  /** -z: a barrier before each iteration. */
  readonly blocking: boolean
  /** Ids, 'auto', or 'all' that can carry it out here: a row for each. */
  readonly algorithms: readonly string[]
  readonly disturbed: readonly Disturbance[]
  /** Record one run of the largest size, and fit what messages take; 'auto' then means an algorithm that sends messages. */
  readonly timeline: boolean
  /** Fewer iterations where a size would take longer. */
  readonly mostSecondsASize: number
}

export const PERF_DEFAULTS: Omit<PerfOptions, 'collective'> = {
  minBytes: 32 * 2 ** 20,
  maxBytes: 32 * 2 ** 20,
  step: { by: 'bytes', value: 2 ** 20 },
  iterations: 20,
  warmupIterations: 5,
  aggregated: 1,
  checks: 1,
  type: 'f32',
  op: 'sum',
  root: 0,
  average: 'mean',
  blocking: false,
  algorithms: ['auto'],
  disturbed: [],
  timeline: false,
  mostSecondsASize: 20,
}

/** No table has more rows; a step that small is a mistake. */
export const MOST_SIZES = 10_000

/** The rows that are measured; sizes that round to the same row are measured once. At most MOST_SIZES + 1. */
export function sizesOf(
  { collective, minBytes, maxBytes, step, type }: PerfOptions,
  ranks: number,
): readonly TestSize[] {
  const sizes: TestSize[] = []
  let requested = minBytes
  while (requested <= maxBytes && sizes.length <= MOST_SIZES) {
    const size = testSize(collective, requested, ranks, dataTypes[type].bytes)
    if (sizes.at(-1)?.bytes !== size.bytes) sizes.push(size)
    const next = step.by === 'factor' ? requested * step.value : requested + step.value
    // A factor so near to one that the size stays the same for long is taken in whole bytes.
    requested = Math.max(next, Math.floor(requested) + 1)
  }
  return sizes
}

export const hasRoot = (collective: CollectiveName): boolean =>
  collective === 'broadcast' || collective === 'reduce' || collective === 'gather' || collective === 'scatter'

export const reduces = (collective: CollectiveName): boolean =>
  collective === 'all_reduce' || collective === 'reduce' || collective === 'reduce_scatter'

/** Bytes of one of the two buffers of a rank: either can be input and output of the largest size. */
export const bufferBytes = (options: PerfOptions, ranks: number): number =>
  Math.max(
    64,
    ...sizesOf(options, ranks).map(({ sendBytes, receiveBytes }) => Math.max(sendBytes, receiveBytes)),
  )

/** Scratch of the tiles in flight, what limits and fits are measured with. */
const OVERHEAD_BYTES = 64 * 2 ** 20
/** Over MPI the slots lie there too: 4 of 256 KiB each way, for two channels and each peer. */
const MPI_PEER_BYTES = 4 * 2 ** 20

/** What `launch` must give each rank: two buffers; over MPI a copy where its routines cannot work in place, and slots. */
export function perfMemoryBytes(
  options: PerfOptions,
  ranks: number,
  transport: 'threads' | 'tcp' | 'mpi',
): number {
  const buffer = bufferBytes(options, ranks)
  const ofMpi = transport === 'mpi' ? buffer + ranks * MPI_PEER_BYTES : 0
  return RESERVED_BYTES + 2 * buffer + OVERHEAD_BYTES + 8 * options.iterations * (ranks + 1) + ofMpi
}

/** What there is for each: a WebAssembly memory has 4 GiB, which threads share; messages have their part of it. */
export const mostMemoryBytes = (ranks: number, transport: 'threads' | 'tcp' | 'mpi'): number =>
  Math.max(0, Math.floor(MOST_HEAP_BYTES / (transport === 'threads' ? ranks : 1)) - MESSAGE_BYTES)

const MESSAGE_BYTES = 32 * 2 ** 20
