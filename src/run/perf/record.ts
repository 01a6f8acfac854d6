/** What --timeline asks for: one run of the largest size, by the fastest of the algorithms that send messages. */
import type { TestSize } from '../../core/collectives/sizes.ts'
import type { PerfFit, PerfRow } from '../../core/evidence/perf-run.ts'
import type { Timeline } from '../../core/timeline/timeline.ts'
import type { Communicator } from '../communicator/communicator.ts'
import { fromRankZero } from './across-ranks.ts'
import type { Buffers } from './buffers.ts'
import { fitMessages } from './fit.ts'
import { hasRoot, type PerfOptions } from './options.ts'
import { fill, type Shape } from './pattern.ts'
import { recordTimeline } from './timeline.ts'

export interface Recorded {
  readonly timeline: Timeline
  /** Of which run it is. */
  readonly algorithm: string
  readonly bytes: number
  readonly fit: PerfFit
}

/** Undefined at all ranks but 0. */
export async function record(
  comm: Communicator,
  { collective, type, op, root: requestedRoot }: PerfOptions,
  buffers: Buffers,
  rows: readonly PerfRow[],
  size: TestSize | undefined,
): Promise<Recorded | undefined> {
  const root = hasRoot(collective) && requestedRoot !== 'all' ? requestedRoot : 0
  // Every rank has all rows, but of the times only rank 0 has those of all: it chooses.
  const fit = await fitMessages(comm)
  const candidates = rows.filter(
    (row) => row.bytes === size?.bytes && row.tiles !== undefined && (row.root ?? root) === root,
  )
  const times = candidates.map(({ outOfPlace }) => outOfPlace?.p50Seconds ?? Number.POSITIVE_INFINITY)
  const chosen = candidates[await fromRankZero(comm, times.indexOf(Math.min(...times)))]
  if (!size || !chosen) return undefined
  const shape: Shape = { collective, ranks: comm.size, root, count: size.count }
  const placed = buffers.inPlace(shape) ?? buffers.outOfPlace(shape)
  fill(placed.input, type, op, comm.rank)
  const timeline = await recordTimeline(comm, placed.call, chosen.algorithm)
  return timeline && { timeline, algorithm: chosen.algorithm, bytes: size.bytes, fit }
}
