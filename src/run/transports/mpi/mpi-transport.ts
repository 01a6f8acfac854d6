/**
 * Messages over MPI's point-to-point routines (MPI standard 3.1, chapter 3): MPI_Isend from a slot, persistent receives posted
 * ahead into slots, the channel as the tag. MPI keeps messages of equal source, tag and communicator in order.
 *
 * A message is a header of 8 bytes (payload bytes, signature) and the payload, one behind the other, so that the receiver
 * needs neither MPI_Status, whose layout differs between libraries, nor a second message.
 */
import type { Rank } from '../../../core/collectives/conditions.ts'
import type { RunProblem } from '../../../core/collectives/run-problem.ts'
import type { Address } from '../../memory/heap.ts'
import { RunError } from '../../run-error.ts'
import type { NativeAlgorithm } from '../native-algorithm.ts'
import type { Transport } from '../transport.ts'
import { mpiErrorText } from './mpi-error.ts'
import type { MpiWorld } from './mpi-world.ts'
import { createRequests, type RequestIndex } from './requests.ts'

export interface MpiTransportOptions {
  readonly slotBytes: number
  readonly slots: number
}

/** The payload starts a cache line, the header stands right before it. */
const HEADER_BYTES = 8
const HEADER_ROOM = 64
/** Polls before the processor is offered to others: a message between two cores takes less. */
const SPINS = 300
/** A rank that has waited so long is not waiting for a message on its way: it sleeps between polls. */
const IDLE_MILLISECONDS = 50
const NAP_MILLISECONDS = 0.1
/** How long `wait` keeps the event loop waiting. */
const SPIN_MILLISECONDS = 0.05

/** How long messages that were posted before `close` may still take once all ranks are closing. */
const LAST_MESSAGES_MILLISECONDS = 5_000
/**
 * MPICH 4.0 over UCX's tcp: in MPI_Finalize each rank asks its peers to confirm that all has come (an empty put of UCX), then
 * sleeps until all are done and confirms nothing more. A rank that is still busy with its last barrier confirms the question of
 * a faster one, which then sleeps before the slower one has asked: both wait for ever, in one of ten runs. When all have kept
 * still for a while before, every rank asks before it confirms.
 */
const STILL_MILLISECONDS = 100

interface Lane {
  /** MPI has given this connection up. */
  broken: boolean
  readonly payloads: readonly Address[]
  readonly requests: readonly RequestIndex[]
  /** The slot whose turn it is. */
  turn: number
}

type Lanes = Map<number, Lane>

export function createMpiTransport(
  world: MpiWorld,
  { slotBytes, slots }: MpiTransportOptions,
  nativeOf: (transport: Transport) => readonly NativeAlgorithm[],
): Transport {
  const { mpi, heap, base, rank, ranks } = world
  const { abi } = mpi
  const words = new Int32Array(heap.memory.buffer)
  const requests = createRequests(mpi, heap, base)
  const sends: Lanes = new Map()
  const receives: Lanes = new Map()
  const never = new Int32Array(new SharedArrayBuffer(4))
  let lost: Extract<RunProblem, { kind: 'peer-lost' }> | undefined
  let sentBytes = 0
  let sentMessages = 0
  let closed = false

  const lose = (peer: Rank, code: number) => {
    lost ??= { kind: 'peer-lost', rank, peer, reason: mpiErrorText(world, code) }
  }
  const check = (peer: Rank, code: number) => {
    if (code === 0) return
    lose(peer, code)
    throw new RunError({ kind: 'peer-lost', rank, peer, reason: mpiErrorText(world, code) })
  }

  const openLane = (lanes: Lanes, peer: Rank, channel: number): Lane => {
    const stride = HEADER_ROOM + slotBytes
    const start = heap.allocate(stride * slots)
    const fail = (code: number) => {
      lane.broken = true
      lose(peer, code)
    }
    const lane: Lane = {
      broken: false,
      payloads: Array.from({ length: slots }, (_, slot) => start + stride * slot + HEADER_ROOM),
      requests: Array.from({ length: slots }, () => requests.add(fail)),
      turn: 0,
    }
    lanes.set(keyOf(peer, channel), lane)
    return lane
  }

  const openSend = (to: Rank, channel: number) => openLane(sends, to, channel)

  const openReceive = (from: Rank, channel: number): Lane => {
    const lane = openLane(receives, from, channel)
    for (const [slot, request] of lane.requests.entries()) {
      const message = base + payload(lane, slot) - HEADER_BYTES
      const bytes = HEADER_BYTES + slotBytes
      const at = requests.pointer(request)
      check(from, mpi.recvInit(message, bytes, abi.byte, from, channel, abi.world, at))
      check(from, mpi.start(at))
      requests.started(request)
    }
    return lane
  }

  /** Waits until all ranks are here; false when MPI says that they cannot. */
  const meet = async (): Promise<boolean> => {
    let failed = false
    const barrier = requests.add(() => {
      failed = true
    })
    const code = mpi.ibarrier(abi.world, requests.pointer(barrier))
    if (code !== 0) return false
    requests.started(barrier)
    while (requests.isActive(barrier)) await pause(Number.POSITIVE_INFINITY)
    return !failed
  }

  /**
   * MPI_Finalize waits for all ranks and stops the event loop while it does, so all ranks meet before it. What is on its way
   * has then been taken or never will be: a receive that is posted ahead is cancelled, a send that nobody takes cannot be.
   */
  const quiesce = async (): Promise<boolean> => {
    if (lost || !(await meet())) return false
    const until = performance.now() + LAST_MESSAGES_MILLISECONDS
    const sending = () => [...sends.values()].some((lane) => lane.requests.some(requests.isActive))
    while (sending() && performance.now() < until) await pause(until)
    if (sending() || !(await meet())) return false
    for (const lane of receives.values())
      for (const its of lane.requests) {
        if (requests.isActive(its)) {
          mpi.cancel(requests.pointer(its))
          mpi.wait(requests.pointer(its), abi.statusIgnore)
        }
        mpi.requestFree(requests.pointer(its))
      }
    return true
  }

  const test = (): number => (closed ? 0 : requests.test())

  const pause = async (deadline: number): Promise<void> => {
    const start = performance.now()
    for (let now = start; ; now = performance.now()) {
      for (const until = now + SPIN_MILLISECONDS; now < until; now = performance.now())
        if (test() > 0 || lost) return
      if (now >= deadline) return
      world.yieldCore()
      await (now - start > IDLE_MILLISECONDS ? nap() : turnOfEventLoop())
    }
  }

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
      const lane = sends.get(keyOf(to, channel)) ?? openSend(to, channel)
      return lane.broken || requests.isActive(request(lane)) ? 0 : payload(lane, lane.turn)
    },

    post(to, channel, bytes, signature) {
      const lane = sends.get(keyOf(to, channel))
      if (!lane || requests.isActive(request(lane))) throw new Error(`no slot for rank ${to} was asked for`)
      const at = payload(lane, lane.turn)
      words[at / 4 - 2] = bytes
      words[at / 4 - 1] = signature
      const length = HEADER_BYTES + bytes
      const its = request(lane)
      check(
        to,
        mpi.isend(base + at - HEADER_BYTES, length, abi.byte, to, channel, abi.world, requests.pointer(its)),
      )
      requests.started(its)
      lane.turn = (lane.turn + 1) % slots
      sentBytes += bytes
      sentMessages++
    },

    arrived(from, channel) {
      const lane = receives.get(keyOf(from, channel)) ?? openReceive(from, channel)
      return lane.broken || requests.isActive(request(lane)) ? 0 : payload(lane, lane.turn)
    },
    arrivedBytes: (from, channel) => words[oldest(receives, from, channel) / 4 - 2] ?? 0,
    arrivedSignature: (from, channel) => (words[oldest(receives, from, channel) / 4 - 1] ?? 0) >>> 0,

    release(from, channel) {
      const lane = receives.get(keyOf(from, channel))
      if (!lane || requests.isActive(request(lane))) throw new Error(`no message of rank ${from} to release`)
      const its = request(lane)
      check(from, mpi.start(requests.pointer(its)))
      requests.started(its)
      lane.turn = (lane.turn + 1) % slots
    },

    poll() {
      test()
    },

    waitSync(deadline) {
      const start = performance.now()
      for (let polls = 0; test() === 0 && !lost; polls++) {
        if (polls % 16 !== 15) continue
        const now = performance.now()
        if (now >= deadline) return
        if (now - start > IDLE_MILLISECONDS) Atomics.wait(never, 0, 0, NAP_MILLISECONDS)
        else if (polls > SPINS) world.yieldCore()
      }
    },

    wait: pause,

    lost: () => lost,
    sent: () => ({ bytes: sentBytes, messages: sentMessages }),

    async close(failed = false) {
      if (closed) return
      const quiet = !failed && (await quiesce())
      closed = true
      // Otherwise MPI_Finalize might wait for ever. The launcher ends the others once this process ends without it.
      if (!quiet) return
      if (abi.flavour === 'mpich' && ranks > 1)
        await new Promise((resolve) => setTimeout(resolve, STILL_MILLISECONDS))
      mpi.finalize()
    },
  }
  native = nativeOf(transport)
  return transport
}

/** Channels are tags: MPI promises 32,767 of them. */
const keyOf = (peer: Rank, channel: number): number => peer * 32_768 + channel
const payload = (lane: Lane, slot: number): Address => lane.payloads[slot] ?? 0
const request = (lane: Lane): RequestIndex => lane.requests[lane.turn] ?? 0

function oldest(lanes: Lanes, from: Rank, channel: number): Address {
  const lane = lanes.get(keyOf(from, channel))
  if (!lane) throw new Error(`no message of rank ${from} has been asked for`)
  return payload(lane, lane.turn)
}

const turnOfEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const nap = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1))
