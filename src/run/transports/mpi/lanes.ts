/**
 * Messages of MPI by peer and channel. Each connection has slots in the heap, each with a request of its own: MPI_Isend from a slot,
 * persistent receives posted ahead into slots.
 *
 * A message is a header of 8 bytes (payload bytes, signature) and the payload, one behind the other, so that the receiver
 * needs neither MPI_Status, whose layout differs between libraries, nor a second message.
 */
import type { Rank } from '../../../core/collectives/conditions.ts'
import type { RunProblem } from '../../../core/collectives/run-problem.ts'
import type { Address } from '../../memory/heap.ts'
import { RunError } from '../../run-error.ts'
import { mpiErrorText } from './mpi-error.ts'
import type { MpiWorld } from './mpi-world.ts'
import { createRequests, type RequestIndex, type Requests } from './requests.ts'

/** The payload starts a cache line, the header stands right before it. */
export const HEADER_BYTES = 8
const HEADER_ROOM = 64

/** One connection in one direction. */
export interface Lane {
  /** MPI has given this connection up. */
  broken: boolean
  readonly payloads: readonly Address[]
  readonly requests: readonly RequestIndex[]
  /** The slot whose turn it is. */
  turn: number
}

export type Lanes = Map<number, Lane>

export interface LaneOptions {
  readonly slotBytes: number
  readonly slots: number
}

/** All that a rank sends and receives. */
export interface Messages extends LaneOptions {
  readonly world: MpiWorld
  readonly requests: Requests
  readonly sends: Lanes
  readonly receives: Lanes
  /** The first peer that MPI has given up. */
  lost: Extract<RunProblem, { kind: 'peer-lost' }> | undefined
  /** MPI is asked nothing more. */
  closed: boolean
}

export const createMessages = (world: MpiWorld, { slotBytes, slots }: LaneOptions): Messages => ({
  world,
  slotBytes,
  slots,
  requests: createRequests(world.mpi, world.heap, world.base),
  sends: new Map(),
  receives: new Map(),
  lost: undefined,
  closed: false,
})

/** Channels are tags: MPI promises 32,767 of them. */
export const keyOf = (peer: Rank, channel: number): number => peer * 32_768 + channel
/** Of the slot whose turn it is. */
export const payloadOf = ({ payloads, turn }: Lane): Address => payloads[turn] ?? 0
export const requestOf = ({ requests, turn }: Lane): RequestIndex => requests[turn] ?? 0

export const openSend = (messages: Messages, to: Rank, channel: number): Lane =>
  openLane(messages, messages.sends, to, channel)

export function openReceive(messages: Messages, from: Rank, channel: number): Lane {
  const { world, requests, receives, slotBytes } = messages
  const { mpi, base } = world
  const { byte, world: everyone } = mpi.abi
  const lane = openLane(messages, receives, from, channel)
  for (const [slot, request] of lane.requests.entries()) {
    const message = base + (lane.payloads[slot] ?? 0) - HEADER_BYTES
    const at = requests.pointer(request)
    check(messages, from, mpi.recvInit(message, HEADER_BYTES + slotBytes, byte, from, channel, everyone, at))
    check(messages, from, mpi.start(at))
    requests.started(request)
  }
  return lane
}

function openLane(messages: Messages, lanes: Lanes, peer: Rank, channel: number): Lane {
  const { world, requests, slotBytes, slots } = messages
  const stride = HEADER_ROOM + slotBytes
  const start = world.heap.allocate(stride * slots)
  const fail = (code: number) => {
    lane.broken = true
    lose(messages, peer, code)
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

/** The message that was asked for last. */
export function oldest({ receives }: Messages, from: Rank, channel: number): Address {
  const lane = receives.get(keyOf(from, channel))
  if (!lane) throw new Error(`no message of rank ${from} has been asked for`)
  return payloadOf(lane)
}

function lose(messages: Messages, peer: Rank, code: number): void {
  messages.lost ??= peerLost(messages, peer, code)
}

/** Throws RunError 'peer-lost' unless the routine has succeeded. */
export function check(messages: Messages, peer: Rank, code: number): void {
  if (code === 0) return
  lose(messages, peer, code)
  throw new RunError(peerLost(messages, peer, code))
}

const peerLost = ({ world }: Messages, peer: Rank, code: number) =>
  ({ kind: 'peer-lost', rank: world.rank, peer, reason: mpiErrorText(world, code) }) as const
