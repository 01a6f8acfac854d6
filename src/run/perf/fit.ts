/**
 * What a message takes, fitted from measured ones: t(s) = latency + s / rate for each ordered pair alone, over sizes from 8 bytes to
 * 4 MiB, by least squares of the relative error, so that small messages count as much as large ones. Two ranks that send to
 * each other at once, and all ranks at once, say how far that adds up: a core, a NIC or the memory is shared.
 */
import type { Bytes, BytesPerSecond, Seconds } from '../../core/base/units.ts'
import type { Rank } from '../../core/collectives/conditions.ts'
import type { PerfFit, PerfPair } from '../../core/evidence/perf-run.ts'
import type { Communicator } from '../communicator/communicator.ts'
import { answers, roundTrip } from './pairs.ts'
import { median } from './times.ts'

const PING_BYTES: Bytes = 8
const FITTED_BYTES: readonly Bytes[] = [1024, 16_384, 131_072, 2 ** 20, 4 * 2 ** 20]
const LARGEST: Bytes = 4 * 2 ** 20
const ITERATIONS = 9
/** Of more ranks only those at a distance of 1, 2, 4 … are measured, which most algorithms talk to. */
const MOST_RANKS_OF_ALL_PAIRS = 12

/** At every rank. */
export async function fitMessages(comm: Communicator): Promise<PerfFit> {
  const first = comm.alloc(Uint8Array, LARGEST)
  const second = comm.alloc(Uint8Array, LARGEST)
  const pairs: PerfPair[] = []
  for (const [from, to] of pairsOf(comm.size)) pairs.push(await fitPair(comm, from, to, first))
  const all = await rateOf(comm, true, around(comm, first, second))
  const rank = comm.size === 2 ? all : await rateOf(comm, comm.rank < 2, between(comm, first, second))
  comm.free(first)
  comm.free(second)
  return { pairs, rankBytesPerSecond: 2 * rank, allBytesPerSecond: comm.size * all }
}

function pairsOf(ranks: number): readonly (readonly [Rank, Rank])[] {
  const all = Array.from({ length: ranks }, (_, from) =>
    Array.from({ length: ranks }, (_, to) => [from, to] as const),
  ).flat()
  const isPowerOfTwoApart = (from: Rank, to: Rank) => Number.isInteger(Math.log2(Math.abs(from - to)))
  return all.filter(
    ([from, to]) => from !== to && (ranks <= MOST_RANKS_OF_ALL_PAIRS || isPowerOfTwoApart(from, to)),
  )
}

async function fitPair(comm: Communicator, from: Rank, to: Rank, data: Uint8Array): Promise<PerfPair> {
  const sizes = [PING_BYTES, ...FITTED_BYTES]
  const trips = comm.alloc(Float64Array, sizes.length)
  trips.fill(0)
  await comm.barrier()
  for (const [at, bytes] of sizes.entries()) {
    const echo = bytes === PING_BYTES
    const part = data.subarray(0, bytes)
    if (comm.rank === from) trips[at] = await roundTrip(comm, part, to, echo, ITERATIONS)
    else if (comm.rank === to) await answers(comm, part, from, echo, ITERATIONS)
  }
  await comm.allReduce(trips, trips, { op: 'sum' })
  const ping = (trips[0] ?? 0) / 2
  // Of the others a word comes back, which is no part of the message.
  const points = sizes.map((bytes, at) => {
    const trip = trips[at] ?? 0
    return { bytes, seconds: at === 0 ? ping : Math.max(trip - ping, trip / 2) }
  })
  comm.free(trips)
  return { from, to, ...fitted(points) }
}

export interface Point {
  readonly bytes: Bytes
  readonly seconds: Seconds
}

/** Both at least as large as one point alone allows: never negative. */
export function fitted(points: readonly Point[]): Pick<PerfPair, 'latencySeconds' | 'bytesPerSecond'> {
  let [ww, ws, wss, w, wt] = [0, 0, 0, 0, 0]
  for (const { bytes, seconds } of points) {
    // Relative errors: (a + b s) / t - 1.
    const weight = 1 / seconds
    ww += weight * weight
    ws += weight * weight * bytes
    wss += weight * weight * bytes * bytes
    w += weight
    wt += weight * bytes
  }
  const determinant = ww * wss - ws * ws
  const latency = (w * wss - wt * ws) / determinant
  const secondsPerByte = (wt * ww - w * ws) / determinant
  const largest = points.reduce((one, other) => (other.bytes > one.bytes ? other : one))
  const smallest = points.reduce((one, other) => (other.bytes < one.bytes ? other : one))
  return latency > 0 && secondsPerByte > 0
    ? { latencySeconds: latency, bytesPerSecond: 1 / secondsPerByte }
    : { latencySeconds: smallest.seconds, bytesPerSecond: largest.bytes / largest.seconds }
}

/** Every rank sends to the next and takes from the one before: send_recv of nccl-tests, by messages. */
function around(comm: Communicator, first: Uint8Array, second: Uint8Array): () => Promise<void> {
  const addresses = { input: first.byteOffset, output: second.byteOffset }
  const call = comm.prepare(
    { collective: 'send_recv', root: 0, type: 'u8', op: 'sum', count: LARGEST, ...addresses },
    { native: false },
  )
  return async () => (comm.sync ? call.runSync() : call.run())
}

/** Ranks 0 and 1 send to each other. */
function between(comm: Communicator, first: Uint8Array, second: Uint8Array): () => Promise<unknown> {
  const peer = 1 - comm.rank
  return () => Promise.all([comm.send(first, peer), comm.receive(second, peer)])
}

/** Bytes/s each way, by the median of the slowest rank's times, of those that take part. */
async function rateOf(
  comm: Communicator,
  takesPart: boolean,
  move: () => Promise<unknown>,
): Promise<BytesPerSecond> {
  const time = comm.alloc(Float64Array, 1)
  const times: Seconds[] = []
  for (let at = 0; at < ITERATIONS; at++) {
    await comm.barrier()
    const start = performance.now()
    if (takesPart) await move()
    time[0] = takesPart ? (performance.now() - start) / 1000 : 0
    await comm.allReduce(time, time, { op: 'max' })
    times.push(time[0] ?? 0)
  }
  comm.free(time)
  return LARGEST / median(times)
}
