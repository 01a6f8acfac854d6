/** What `perf` is asked to measure: nccl-tests' options as plain data (nccl-tests src/common.cu). */

import type { Rank } from '../../core/collectives/conditions.ts'
import type { CollectiveName } from '../../core/collectives/names.ts'
import { type TestSize, testSize } from '../../core/collectives/sizes.ts'
import type { Disturbance } from '../../core/evidence/perf-run.ts'
import { type DataType, dataTypes, type ReduceOp } from '../data-types.ts'
import { RESERVED_BYTES } from '../heap.ts'

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
  /** -z: the ranks meet before each iteration. */
  readonly blocking: boolean
  /** Ids, 'auto', or 'all' that can carry it out here: a row for each. */
  readonly algorithms: readonly string[]
  readonly disturbed: readonly Disturbance[]
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
  mostSecondsASize: 20,
}

/** The rows that are measured; sizes that round to the same row are measured once. */
export function sizesOf(
  { collective, minBytes, maxBytes, step, type }: PerfOptions,
  ranks: number,
): readonly TestSize[] {
  const sizes: TestSize[] = []
  let requested = minBytes
  while (requested <= maxBytes) {
    const size = testSize(collective, requested, ranks, dataTypes[type].bytes)
    if (sizes.at(-1)?.bytes !== size.bytes) sizes.push(size)
    const next = step.by === 'factor' ? requested * step.value : requested + step.value
    if (!(next > requested)) break
    requested = next
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

/** Slots, scratch of algorithms that need one, times of iterations. */
const BESIDE_BYTES = 64 * 2 ** 20

/** What `launch` must give each rank: two buffers, one more for the machine's limit, scratch of the size of one. */
export const perfMemoryBytes = (options: PerfOptions, ranks: number): number =>
  RESERVED_BYTES + 4 * bufferBytes(options, ranks) + BESIDE_BYTES + 8 * options.iterations * (ranks + 1)
