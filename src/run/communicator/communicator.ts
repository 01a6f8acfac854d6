/** What a rank's program sees: its number, memory that collectives work on without copies, and the collectives. */
import type { Rank } from '../../core/collectives/conditions.ts'
import type { CollectiveName } from '../../core/collectives/names.ts'
import type { Carrier, TransportRemark } from '../../core/evidence/perf-run.ts'
import type { CollectiveCall } from '../calls/collective-call.ts'
import type { PrepareOptions } from '../execution/prepare.ts'
import type { DataType, NumberArray, ReduceOp } from '../memory/data-types.ts'
import type { Heap } from '../memory/heap.ts'
import type { TransportId } from '../transports/transport.ts'

/** Arrays of `alloc` are used where they lie; any other array is copied in and out. */
export interface CollectiveOptions {
  /** Only needed for Uint16Array: 'f16' or 'bf16'. */
  readonly type?: DataType
  /** An id of `ringscope list algorithms`, 'direct' (threads), 'mpi' (mpi) or 'auto' (default): the fastest measured for the size. */
  readonly algorithm?: string
  /** How long nothing may move before the call fails; the communicator's unless given. */
  readonly timeoutSeconds?: number
}

export interface ReduceOptions extends CollectiveOptions {
  /** 'sum' unless given. */
  readonly op?: ReduceOp
}

export interface RootedOptions extends CollectiveOptions {
  /** 0 unless given. */
  readonly root?: Rank
}

export interface MessageOptions {
  readonly type?: DataType
  readonly timeoutSeconds?: number
}

/**
 * In place when only one array is given or output === input; of all_gather and gather the rank's share then stands in its place
 * of the output, of reduce_scatter and scatter the result comes to the rank's place of the input, as NCCL defines it.
 * All ranks call the same collectives in the same order. Results are the same to the bit on all ranks.
 *
 * The arrays belong to the call until its Promise is settled. Calls need not be awaited one by one: collectives follow each
 * other in the order in which they were called, sends and receives run beside each other. A communicator on which a call has
 * failed takes no more, since its ranks are out of step.
 */
export interface Collectives {
  allReduce(input: NumberArray, output?: NumberArray, options?: ReduceOptions): Promise<void>
  allGather(input: NumberArray, output: NumberArray, options?: CollectiveOptions): Promise<void>
  reduceScatter(input: NumberArray, output: NumberArray, options?: ReduceOptions): Promise<void>
  broadcast(data: NumberArray, output?: NumberArray, options?: RootedOptions): Promise<void>
  /** `output` only counts at the root. */
  reduce(input: NumberArray, output?: NumberArray, options?: ReduceOptions & RootedOptions): Promise<void>
  gather(input: NumberArray, output: NumberArray | undefined, options?: RootedOptions): Promise<void>
  scatter(input: NumberArray | undefined, output: NumberArray, options?: RootedOptions): Promise<void>
  allToAll(input: NumberArray, output: NumberArray, options?: CollectiveOptions): Promise<void>
  send(data: NumberArray, to: Rank, options?: MessageOptions): Promise<void>
  receive(data: NumberArray, from: Rank, options?: MessageOptions): Promise<void>
  barrier(options?: { readonly timeoutSeconds?: number }): Promise<void>
}

/**
 * The same, returning when it is done: a Promise takes longer than a small collective. Not where the event loop moves messages.
 * A rank may use it while others use the Promise, except with algorithm 'mpi': there a mixture ends in a time-out.
 */
export type SyncCollectives = {
  readonly [Name in keyof Collectives as `${Name}Sync`]: (...args: Parameters<Collectives[Name]>) => void
}

export interface Communicator extends Collectives, SyncCollectives {
  readonly rank: Rank
  readonly size: number
  readonly transport: TransportId
  /** What the payload goes through. */
  readonly carrier: Carrier
  /** What a reader of a measurement on this rank should know. */
  readonly remarks: readonly TransportRemark[]
  /** The …Sync methods work here. */
  readonly sync: boolean

  /** Zero-copy memory: `comm.alloc(Float32Array, n)`. */
  alloc<ArrayType extends NumberArray>(
    arrayOf: new (buffer: ArrayBufferLike, byteOffset: number, arrayLength: number) => ArrayType,
    length: number,
  ): ArrayType
  free(array: NumberArray): void
  /** The memory that `alloc` takes from. */
  readonly heap: Heap

  /** A call made ready once, to be run many times with as little around it as possible: for benchmarks. */
  prepare(
    call: CollectiveCall,
    options?: Pick<CollectiveOptions, 'algorithm' | 'timeoutSeconds'> & PrepareOptions,
  ): PreparedCall
  /** Ids of the algorithms that can carry out the collective here; the transport's own first. */
  algorithms(collective: CollectiveName): readonly string[]
  /** Over sockets: the address of this host at which the peer knows it. */
  addressFor(peer: Rank): string | undefined
  /** Payload that this rank has sent so far. */
  sent(): { readonly bytes: number; readonly messages: number }
  /** Lets what was sent reach its peers, then leaves them. Calls after it fail. */
  close(): Promise<void>
}

/** The call's addresses must stay allocated while it is used. */
export interface PreparedCall {
  /** What 'auto' chose. */
  readonly algorithm: string
  /** Into how many tiles the data is cut; a native algorithm says nothing of it. */
  readonly tiles?: number
  run(): Promise<void>
  runSync(): void
}
