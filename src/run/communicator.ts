/** What a rank's program sees: its number, memory that collectives work on without copies, and the collectives. */
import type { Rank } from '../core/collectives/conditions.ts'
import type { DataType, NumberArray, ReduceOp } from './data-types.ts'

/** Arrays of `alloc` are used where they lie; any other array is copied in and out. */
export interface CollectiveOptions {
  /** Only needed for Uint16Array: 'f16' or 'bf16'. */
  readonly type?: DataType
  /** An id of `ringscope list algorithms`, 'direct' (threads), 'mpi' (mpi) or 'auto' (default): the fastest measured for the size. */
  readonly algorithm?: string
  readonly timeoutSeconds?: number
}

export interface ReduceOptions extends CollectiveOptions {
  /** 'sum' unless given. */
  readonly op?: ReduceOp
}

export interface RootedOptions extends CollectiveOptions {
  readonly root?: Rank
}

/**
 * In place when only one array is given or output === input; of all_gather and gather the rank's share then stands in its place
 * of the output, of reduce_scatter and scatter the result comes to the rank's place of the input, as NCCL defines it.
 * All ranks call the same collectives in the same order. Results are the same to the bit on all ranks.
 */
export interface Communicator {
  readonly rank: Rank
  readonly size: number

  /** Zero-copy memory: `comm.alloc(Float32Array, n)`. */
  alloc<Its extends NumberArray>(
    arrayOf: new (buffer: ArrayBufferLike, byteOffset: number, length: number) => Its,
    length: number,
  ): Its
  free(array: NumberArray): void

  allReduce(input: NumberArray, output?: NumberArray, options?: ReduceOptions): Promise<void>
  allGather(input: NumberArray, output: NumberArray, options?: CollectiveOptions): Promise<void>
  reduceScatter(input: NumberArray, output: NumberArray, options?: ReduceOptions): Promise<void>
  broadcast(data: NumberArray, output?: NumberArray, options?: RootedOptions): Promise<void>
  reduce(input: NumberArray, output?: NumberArray, options?: ReduceOptions & RootedOptions): Promise<void>
  gather(input: NumberArray, output: NumberArray | undefined, options?: RootedOptions): Promise<void>
  scatter(input: NumberArray | undefined, output: NumberArray, options?: RootedOptions): Promise<void>
  allToAll(input: NumberArray, output: NumberArray, options?: CollectiveOptions): Promise<void>
  send(data: NumberArray, to: Rank, options?: { readonly timeoutSeconds?: number }): Promise<void>
  receive(data: NumberArray, from: Rank, options?: { readonly timeoutSeconds?: number }): Promise<void>
  barrier(options?: { readonly timeoutSeconds?: number }): Promise<void>
}
