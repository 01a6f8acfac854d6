/**
 * What the machine itself allows, measured in the same run by the same ranks at the same time, and what follows for a collective.
 *
 * Memory: all ranks do c = a + b at once, with as many bytes as the row's buffers have (in a cache it is faster). Traffic counts
 * what is read once and what is written twice, since a line is read before it is overwritten (write-allocate); a result that
 * lands on its input is written once. Every input must be read and every result written, so no algorithm needs less.
 */
import type { Bytes, BytesPerSecond, Seconds } from '../../core/base/units.ts'
import type { CollectiveName } from '../../core/collectives/names.ts'
import type { TestSize } from '../../core/collectives/sizes.ts'
import type { Communicator } from '../communicator/communicator.ts'
import { createKernels } from '../memory/kernels.ts'
import type { Buffers } from './buffers.ts'

/** The fastest counts: what disturbs the others is no limit of the memory. */
const PASSES = 7
/** A pass shorter than this is repeated within one reading of the clock. */
const PASS_SECONDS = 20e-6

/** Traffic of all ranks together, bytes/s; every rank gets the same number. `bytes`: what a rank's buffers hold. */
export async function memoryRate(
  comm: Communicator,
  buffers: Buffers,
  bytes: Bytes,
): Promise<BytesPerSecond> {
  const add = createKernels(comm.heap.memory).reduce('sum', 'f32')
  // Three arrays in the space that the row's two buffers take, each of whole cache lines.
  const each = Math.max(64, Math.floor(Math.min(bytes, buffers.bytes) / 2 / 64) * 64)
  const [a, b, c] = [buffers.first, buffers.first + each, buffers.second]
  const pass = (): void => add(c, a, b, each / 4)
  const one = seconds(pass, 1)
  const calls = Math.max(1, Math.min(1000, Math.ceil(PASS_SECONDS / Math.max(one, 1e-9))))
  const times = comm.alloc(Float64Array, 1)
  let fastest: Seconds = Number.POSITIVE_INFINITY
  for (let at = 0; at < PASSES; at++) {
    await comm.barrier()
    times[0] = seconds(pass, calls)
    await comm.allReduce(times, times, { op: 'max' })
    fastest = Math.min(fastest, (times[0] ?? 0) / calls)
  }
  comm.free(times)
  return (comm.size * (2 + 2) * each) / fastest
}

function seconds(pass: () => void, calls: number): Seconds {
  const start = performance.now()
  for (let at = 0; at < calls; at++) pass()
  return (performance.now() - start) / 1000
}

/** Traffic that no algorithm over shared memory can do without, all ranks together. `place`: where the result lands. */
export function memoryTraffic(
  collective: CollectiveName,
  { sendBytes, receiveBytes }: TestSize,
  ranks: number,
  place: 'out' | 'in',
): Bytes {
  const written = place === 'in' ? 1 : 2
  switch (collective) {
    case 'all_reduce':
      return ranks * sendBytes + written * ranks * receiveBytes
    case 'reduce':
    case 'gather':
      return inputs(collective, sendBytes, ranks) + written * receiveBytes
    case 'reduce_scatter':
      return ranks * sendBytes + written * ranks * receiveBytes
    // A rank's own part is in its place already.
    case 'all_gather':
      return ranks * sendBytes + 2 * ranks * (receiveBytes - (place === 'in' ? sendBytes : 0))
    case 'broadcast':
      return sendBytes + 2 * (ranks - (place === 'in' ? 1 : 0)) * receiveBytes
    case 'scatter':
      return sendBytes + 2 * (ranks - (place === 'in' ? 1 : 0)) * receiveBytes
    case 'all_to_all':
    case 'send_recv':
      return ranks * (sendBytes + 2 * receiveBytes)
  }
}

const inputs = (collective: CollectiveName, sendBytes: Bytes, ranks: number): Bytes =>
  collective === 'gather' || collective === 'reduce' ? ranks * sendBytes : sendBytes
