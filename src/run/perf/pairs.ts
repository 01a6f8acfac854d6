/** Every ordered pair of ranks, one after the other: half of a round trip of 8 bytes, and a stream of large messages one way. */
import type { Bytes, Seconds } from '../../core/base/units.ts'
import type { Rank } from '../../core/collectives/conditions.ts'
import type { PerfPair } from '../../core/evidence/perf-run.ts'
import type { Communicator } from '../communicator/communicator.ts'
import type { NumberArray } from '../memory/data-types.ts'
import { median } from './times.ts'

export interface PairsOptions {
  /** Of a message of the stream. */
  readonly bytes: Bytes
  readonly iterations: number
}

export const PAIRS_DEFAULTS: PairsOptions = { bytes: 4 * 2 ** 20, iterations: 20 }

const PING_BYTES = 8
const WARMUPS = 3

/** At rank 0 all pairs, at the others those that they sent in. */
export async function measurePairs(
  comm: Communicator,
  { bytes, iterations }: PairsOptions,
): Promise<readonly PerfPair[]> {
  const ping = comm.alloc(Uint8Array, PING_BYTES)
  const data = comm.alloc(Uint8Array, bytes)
  const measured = comm.alloc(Float64Array, 2)
  const summed = comm.alloc(Float64Array, 2)
  const pairs: PerfPair[] = []
  for (let from = 0; from < comm.size; from++)
    for (let to = 0; to < comm.size; to++) {
      if (from === to) continue
      await comm.barrier()
      measured.fill(0)
      if (comm.rank === from) {
        measured[0] = await roundTrip(comm, ping, to, true, iterations)
        measured[1] = await roundTrip(comm, data, to, false, iterations)
      } else if (comm.rank === to) {
        await answers(comm, ping, from, true, iterations)
        await answers(comm, data, from, false, iterations)
      }
      await comm.allReduce(measured, summed, { op: 'sum' })
      const [trip = 0, stream = 0] = summed
      const latencySeconds = trip / 2
      // The stream ends with a word back, which is no part of it.
      const seconds = Math.max(stream - latencySeconds, stream / 2)
      pairs.push({ from, to, latencySeconds, bytesPerSecond: seconds > 0 ? bytes / seconds : 0 })
    }
  for (const array of [ping, data, measured, summed]) comm.free(array)
  return pairs
}

/** Median time from the first byte to the answer: the message itself when `echo`, else one word. */
export async function roundTrip(
  comm: Communicator,
  data: NumberArray,
  peer: Rank,
  echo: boolean,
  iterations: number,
): Promise<Seconds> {
  const word = comm.alloc(Uint8Array, 1)
  const times: Seconds[] = []
  for (let at = 0; at < WARMUPS + iterations; at++) {
    const start = performance.now()
    if (comm.sync) {
      comm.sendSync(data, peer)
      comm.receiveSync(echo ? data : word, peer)
    } else {
      await comm.send(data, peer)
      await comm.receive(echo ? data : word, peer)
    }
    if (at >= WARMUPS) times.push((performance.now() - start) / 1000)
  }
  comm.free(word)
  return median(times)
}

/** The other end of `roundTrip`. */
export async function answers(
  comm: Communicator,
  data: NumberArray,
  peer: Rank,
  echo: boolean,
  iterations: number,
): Promise<void> {
  const word = comm.alloc(Uint8Array, 1)
  for (let at = 0; at < WARMUPS + iterations; at++)
    if (comm.sync) {
      comm.receiveSync(data, peer)
      comm.sendSync(echo ? data : word, peer)
    } else {
      await comm.receive(data, peer)
      await comm.send(echo ? data : word, peer)
    }
  comm.free(word)
}

/** Pairs whose rate stands out below the others': under this share of the median, and outside of how far the others spread. */
export const SLOW_SHARE = 0.7

/** The slowest pair where it stands out by more than noise. At least three others are needed to tell. */
export function slowPair(
  pairs: readonly PerfPair[],
): { readonly pair: PerfPair; readonly median: number } | undefined {
  if (pairs.length < 4) return undefined
  const sorted = pairs.toSorted((one, other) => one.bytesPerSecond - other.bytesPerSecond)
  const [slowest, next] = sorted
  const middle = median(pairs.map(({ bytesPerSecond }) => bytesPerSecond))
  if (!slowest || !next || slowest.bytesPerSecond > SLOW_SHARE * middle) return undefined
  // The way back of the same pair may be slow with it.
  const others = sorted.filter(
    ({ from, to }) =>
      !(from === slowest.from && to === slowest.to) && !(from === slowest.to && to === slowest.from),
  )
  const lowest = others[0]?.bytesPerSecond ?? 0
  return slowest.bytesPerSecond < SLOW_SHARE * lowest ? { pair: slowest, median: middle } : undefined
}
