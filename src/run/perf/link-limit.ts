/**
 * What the links between ranks allow, measured by all ranks at once: each sends to the next and takes from the one before. Over
 * tcp raw sockets carry it (socket-streams.ts), over mpi MPI_Sendrecv, with messages as large as the row's buffers.
 *
 * R, each way at each of N ranks while all are at it, and A, one stream alone, bound a collective of S bytes in two ways:
 *   - all ranks together move at least T(S) bytes, and at no time more than N R a second:                     T(S) / (N R)
 *   - the busiest rank sends at least s(S) or takes r(S) bytes, and one way carries A at the most:   max(s(S), r(S)) / A
 * T, s and r: the least that any algorithm without a reducing switch moves (core/collectives/traffic.ts), such as
 * s = r = 2(N-1)/N S and T = 2(N-1) S of all_reduce. The larger of the two counts. Over MPI no stream is alone. There A is
 * 2 R on one host, where both ways take turns in one memory, and R between hosts, where a NIC carries each way by itself.
 * Latency is left out: of a small size the share that is reached is small, and that is what it says.
 */
import type { Bytes, BytesPerSecond, Seconds } from '../../core/base/units.ts'
import type { CollectiveName } from '../../core/collectives/names.ts'
import type { TestSize } from '../../core/collectives/sizes.ts'
import { leastTraffic } from '../../core/collectives/traffic.ts'
import type { MachineLimit } from '../../core/evidence/perf-run.ts'
import type { Communicator } from '../communicator/communicator.ts'
import type { Address } from '../memory/heap.ts'
import type { Buffers } from './buffers.ts'
import { openStreams } from './socket-streams.ts'

/** Sizes up to the largest of these are held against the fastest of them: smaller messages would measure latency. */
const SMALL_BYTES: readonly Bytes[] = [8192, 16_384, 32_768, 65_536]
const LEAST_BYTES: Bytes = 65_536
/** Larger ones are no faster, and MPI counts in C's int. */
const MOST_BYTES: Bytes = 2 ** 28
/** What one reading of the clock covers at least. */
const PASS_BYTES: Bytes = 4 * 2 ** 20
/** The fastest counts: what disturbs the others is no limit of the links. */
const PASSES = 7

export interface LinkLimit {
  at(size: TestSize): Promise<MachineLimit>
  close(): void
}

/** One message of `bytes`; `alone`: only from rank 0 to rank 1. */
type Move = (first: Address, second: Address, bytes: Bytes, alone: boolean) => Promise<void>

/** Undefined where the links cannot be measured; the same at all ranks. */
export async function openLinkLimit(comm: Communicator, buffers: Buffers): Promise<LinkLimit | undefined> {
  if (comm.size < 2) return undefined
  const small = [comm.alloc(Uint8Array, LEAST_BYTES), comm.alloc(Uint8Array, LEAST_BYTES)] as const
  const streams = comm.transport === 'tcp' ? await openStreams(comm) : undefined
  const move: Move | undefined =
    comm.transport === 'mpi'
      ? (first, second, bytes) => sendReceive(comm, first, second, bytes)
      : streams &&
        ((first, second, bytes, alone) =>
          streams.move(
            first,
            !alone || comm.rank === 0 ? bytes : 0,
            second,
            !alone || comm.rank === 1 ? bytes : 0,
          ))
  const known = new Map<Bytes, MachineLimit>()

  async function measured(bytes: Bytes, transfer: Move): Promise<MachineLimit> {
    const [first, second] =
      bytes > LEAST_BYTES ? [buffers.first, buffers.second] : [small[0].byteOffset, small[1].byteOffset]
    const rate = (alone: boolean) => rateOf(comm, bytes, () => transfer(first, second, bytes, alone))
    const bytesPerSecond = await rate(false)
    return comm.transport === 'mpi'
      ? { kind: 'fabric', bytes, bytesPerSecond }
      : { kind: 'socket', bytes, bytesPerSecond, aloneBytesPerSecond: await rate(true) }
  }
  async function fastest(sizes: readonly Bytes[], transfer: Move): Promise<MachineLimit> {
    const limits: MachineLimit[] = []
    for (const bytes of sizes) limits.push(await measured(bytes, transfer))
    return limits.reduce((best, one) => (one.bytesPerSecond > best.bytesPerSecond ? one : best))
  }
  const close = (): void => {
    streams?.close()
    for (const array of small) comm.free(array)
  }
  if (!move) {
    close()
    return undefined
  }
  return {
    async at({ sendBytes, receiveBytes }) {
      const bytes = Math.max(LEAST_BYTES, Math.min(Math.max(sendBytes, receiveBytes), MOST_BYTES))
      const limit = known.get(bytes) ?? (await fastest(bytes > LEAST_BYTES ? [bytes] : SMALL_BYTES, move))
      known.set(bytes, limit)
      return limit
    },
    close,
  }
}

function sendReceive(comm: Communicator, input: Address, output: Address, bytes: Bytes): Promise<void> {
  const call = {
    collective: 'send_recv',
    root: 0,
    type: 'u8',
    op: 'sum',
    count: bytes,
    input,
    output,
  } as const
  const prepared = comm.prepare(call, { algorithm: 'mpi' })
  prepared.runSync()
  return Promise.resolve()
}

/** Bytes of one way at one rank over the slowest rank's time. */
async function rateOf(comm: Communicator, bytes: Bytes, move: () => Promise<void>): Promise<BytesPerSecond> {
  const messages = Math.ceil(PASS_BYTES / bytes)
  const time = comm.alloc(Float64Array, 1)
  let fastest: Seconds = Number.POSITIVE_INFINITY
  for (let pass = 0; pass < PASSES; pass++) {
    await comm.barrier()
    const start = performance.now()
    for (let at = 0; at < messages; at++) await move()
    time[0] = (performance.now() - start) / 1000
    await comm.allReduce(time, time, { op: 'max' })
    fastest = Math.min(fastest, time[0] ?? fastest)
  }
  comm.free(time)
  return (messages * bytes) / fastest
}

/** What the links allow for the collective; `bytes`: the size column. */
export function linkSeconds(
  collective: CollectiveName,
  bytes: Bytes,
  { ranks, hosts }: { readonly ranks: number; readonly hosts: number },
  { bytesPerSecond, aloneBytesPerSecond }: MachineLimit,
): Seconds {
  const { sent, received, total } = leastTraffic(collective, ranks, bytes)
  const alone = aloneBytesPerSecond ?? (hosts > 1 ? 1 : 2) * bytesPerSecond
  return Math.max(total / (ranks * bytesPerSecond), Math.max(sent, received) / alone)
}
