/** The limit that a size is held against, by what carries the data: memory where ranks share it, else the links between them. */
import type { Seconds } from '../../core/base/units.ts'
import type { CollectiveName } from '../../core/collectives/names.ts'
import type { TestSize } from '../../core/collectives/sizes.ts'
import type { MachineLimit } from '../../core/evidence/perf-run.ts'
import type { Communicator } from '../communicator/communicator.ts'
import type { Buffers } from './buffers.ts'
import { linkSeconds, openLinkLimit } from './link-limit.ts'
import { memoryRate, memoryTraffic } from './memory-limit.ts'

export interface Limits {
  /** Measured by all ranks together before the rows of the size. */
  at(size: TestSize): Promise<SizeLimit>
  close(): void
}

export interface SizeLimit {
  readonly limit: MachineLimit | undefined
  /** What it allows for the collective, the result landing out of place or in place; undefined where nothing is known. */
  seconds(place: 'out' | 'in'): Seconds | undefined
}

export async function openLimits(
  comm: Communicator,
  buffers: Buffers,
  collective: CollectiveName,
  hosts: number,
): Promise<Limits> {
  if (comm.carrier === 'memory')
    return { at: (size) => memoryLimit(comm, buffers, collective, size), close: () => {} }
  const links = await openLinkLimit(comm, buffers)
  return {
    async at(size) {
      const limit = await links?.at(size)
      const seconds = limit && linkSeconds(collective, size.bytes, { ranks: comm.size, hosts }, limit)
      return { limit, seconds: () => seconds }
    },
    close: () => links?.close(),
  }
}

async function memoryLimit(
  comm: Communicator,
  buffers: Buffers,
  collective: CollectiveName,
  size: TestSize,
): Promise<SizeLimit> {
  const bytes = size.sendBytes + size.receiveBytes
  const bytesPerSecond = await memoryRate(comm, buffers, bytes)
  return {
    limit: { kind: 'memory', bytes, bytesPerSecond },
    seconds: (place) => memoryTraffic(collective, size, comm.size, place) / bytesPerSecond,
  }
}
