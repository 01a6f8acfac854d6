/** The limit that a size is held against, by what carries the data. Measured by all ranks together. */
import type { Seconds } from '../../core/base/units.ts'
import type { CollectiveName } from '../../core/collectives/names.ts'
import type { TestSize } from '../../core/collectives/sizes.ts'
import type { MachineLimit } from '../../core/evidence/perf-run.ts'
import type { Communicator } from '../communicator.ts'
import type { Buffers } from './buffers.ts'
import { memoryRate, memoryTraffic } from './limits.ts'

export interface Limits {
  readonly limits: readonly MachineLimit[]
  /** What the limit allows for the collective; undefined where nothing is known. */
  seconds(place: 'out' | 'in'): Seconds | undefined
}

export async function limitsOf(
  comm: Communicator,
  buffers: Buffers,
  collective: CollectiveName,
  size: TestSize,
): Promise<Limits> {
  const bytes = size.sendBytes + size.receiveBytes
  const bytesPerSecond = await memoryRate(comm, buffers, bytes)
  return {
    limits: [{ kind: 'memory', bytes, bytesPerSecond }],
    seconds: (place) => memoryTraffic(collective, size, comm.size, place) / bytesPerSecond,
  }
}
