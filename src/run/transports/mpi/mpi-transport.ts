/**
 * Messages over MPI's point-to-point routines (MPI standard 3.1, chapter 3), in the slots of lanes.ts; the channel is the tag. MPI
 * keeps messages of equal source, tag and communicator in order.
 */
import type { NativeAlgorithm } from '../native-algorithm.ts'
import type { Transport } from '../transport.ts'
import { finalize } from './finalize.ts'
import {
  check,
  createMessages,
  HEADER_BYTES,
  keyOf,
  type LaneOptions,
  oldest,
  openReceive,
  openSend,
  payloadOf,
  requestOf,
} from './lanes.ts'
import type { MpiWorld } from './mpi-world.ts'
import { test, wait, waitSync } from './progress.ts'

/** `nativeOf`: what the library can do by itself, given the transport that its barrier goes over. */
export function createMpiTransport(
  world: MpiWorld,
  options: LaneOptions,
  nativeOf: (transport: Transport) => readonly NativeAlgorithm[],
): Transport {
  const { mpi, heap, base, rank, ranks } = world
  const { byte, world: everyone } = mpi.abi
  const { slotBytes, slots } = options
  const words = new Int32Array(heap.memory.buffer)
  const messages = createMessages(world, options)
  const { requests, sends, receives } = messages
  let sentBytes = 0
  let sentMessages = 0
  let native: readonly NativeAlgorithm[] = []
  const transport: Transport = {
    id: 'mpi',
    carrier: 'mpi',
    sync: true,
    rank,
    ranks,
    heap,
    slotBytes,
    slots,
    get native() {
      return native
    },

    slotFor(to, channel) {
      const lane = sends.get(keyOf(to, channel)) ?? openSend(messages, to, channel)
      return lane.broken || requests.isActive(requestOf(lane)) ? 0 : payloadOf(lane)
    },
    post(to, channel, bytes, signature) {
      const lane = sends.get(keyOf(to, channel))
      if (!lane || requests.isActive(requestOf(lane))) throw new Error(`no slot for rank ${to} was asked for`)
      const payload = payloadOf(lane)
      words[payload / 4 - 2] = bytes
      words[payload / 4 - 1] = signature
      const request = requestOf(lane)
      const [message, length] = [base + payload - HEADER_BYTES, HEADER_BYTES + bytes]
      check(messages, to, mpi.isend(message, length, byte, to, channel, everyone, requests.pointer(request)))
      requests.started(request)
      lane.turn = (lane.turn + 1) % slots
      sentBytes += bytes
      sentMessages++
    },

    arrived(from, channel) {
      const lane = receives.get(keyOf(from, channel)) ?? openReceive(messages, from, channel)
      return lane.broken || requests.isActive(requestOf(lane)) ? 0 : payloadOf(lane)
    },
    arrivedBytes: (from, channel) => words[oldest(messages, from, channel) / 4 - 2] ?? 0,
    arrivedSignature: (from, channel) => (words[oldest(messages, from, channel) / 4 - 1] ?? 0) >>> 0,
    release(from, channel) {
      const lane = receives.get(keyOf(from, channel))
      if (!lane || requests.isActive(requestOf(lane)))
        throw new Error(`no message of rank ${from} to release`)
      const request = requestOf(lane)
      check(messages, from, mpi.start(requests.pointer(request)))
      requests.started(request)
      lane.turn = (lane.turn + 1) % slots
    },

    poll() {
      test(messages)
    },
    waitSync: (deadline) => waitSync(messages, deadline),
    wait: (deadline) => wait(messages, deadline),
    lost: () => messages.lost,
    sent: () => ({ bytes: sentBytes, messages: sentMessages }),
    close: (failed = false) => finalize(messages, failed),
  }
  native = nativeOf(transport)
  return transport
}
