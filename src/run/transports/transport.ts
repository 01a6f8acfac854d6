/**
 * What carries messages between ranks. One folder a transport: threads (shared memory), tcp (sockets), mpi (the system's MPI).
 *
 * A message is written into a slot, posted, taken by the receiver from where it lies, and released. Slots lie in the rank's
 * WebAssembly memory (`heap`), so that the reduce kernels work on them directly. Nothing here blocks except the waits: the
 * executor (run/execution/executor.ts) polls, and the same executor serves synchronous and asynchronous callers.
 *
 * Promises that every transport keeps (test/kits/transport-conformance.ts): messages of one connection (from, to, channel) arrive
 * whole, once and in order; at least `slots` messages of a connection can be under way before the receiver releases one,
 * whatever happens on other connections; the death of a peer, or a cut connection, is reported by `lost`; `close` leaves nothing.
 */
import type { Rank } from '../../core/collectives/conditions.ts'
import type { RunProblem } from '../../core/collectives/run-problem.ts'
import type { Carrier, TransportRemark } from '../../core/evidence/perf-run.ts'
import type { Address, Heap } from '../memory/heap.ts'
import type { NativeAlgorithm } from './native-algorithm.ts'

export type TransportId = 'threads' | 'tcp' | 'mpi' | 'local'

export interface Transport {
  readonly id: TransportId
  readonly carrier: Carrier
  readonly rank: Rank
  readonly ranks: number
  readonly heap: Heap
  /** Most bytes of one message. */
  readonly slotBytes: number
  /** Messages of a connection that can be under way at once; at least 2. */
  readonly slots: number
  /** waitSync works: messages move without the event loop. */
  readonly sync: boolean

  /** Where to write the next message to `to` on `channel`; 0 while all slots are taken. Asked again before `post`, it gives the same. */
  slotFor(to: Rank, channel: number): Address
  /** Sends the first `bytes` of the slot that `slotFor` gave. `signature`: 32 bits that arrive with it (see executor.ts). */
  post(to: Rank, channel: number, bytes: number, signature: number): void
  /**
   * The same for bytes that stand at `source` and may change once it returns: they leave from there where they can leave at once,
   * and by the slot otherwise. Absent where a slot is what the peer reads.
   */
  postFrom?(to: Rank, channel: number, source: Address, bytes: number, signature: number): void
  /** The oldest message of the connection that has come and is not released; 0 while there is none. */
  arrived(from: Rank, channel: number): Address
  /** Of the message that `arrived` gave last for this connection; the signature as it was given, 0 … 2^32 - 1. */
  arrivedBytes(from: Rank, channel: number): number
  arrivedSignature(from: Rank, channel: number): number
  /** Gives the slot of that message back. */
  release(from: Rank, channel: number): void

  /** Moves what can be moved without waiting (polls sockets, tests MPI requests). Cheap when there is nothing to do. */
  poll(): void
  /** Returns when something may have changed since the last poll, or at the deadline (performance.now()). Spins before it sleeps. */
  waitSync(deadline: number): void
  wait(deadline: number): Promise<void>

  /** The first peer that is known to be gone, with what is known of it. Messages that it sent before can still be taken. */
  lost(): Extract<RunProblem, { kind: 'peer-lost' }> | undefined
  /** Payload bytes and messages that this rank has sent so far. */
  sent(): { readonly bytes: number; readonly messages: number }
  /** Of sockets: the address of this host at which the peer knows it. */
  addressFor?(peer: Rank): string | undefined
  /** What this transport can do better than by messages, by id: 'direct' of threads, 'mpi' of mpi. */
  readonly native: readonly NativeAlgorithm[]
  /** What a reader of a measurement on this rank should know of how it is carried. */
  readonly remarks?: readonly TransportRemark[]
  /**
   * Lets all messages posted so far reach their peers where these still live; then frees sockets, memory and files. `failed`:
   * a call has failed and the ranks are out of step, so this one waits for no other (MPI otherwise does, as long as it takes).
   */
  close(failed?: boolean): Promise<void>
}
