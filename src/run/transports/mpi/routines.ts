/**
 * The blocking collectives of MPI (MPI standard 3.1, chapter 5), one for each of ours: where data lie, what is in place, and what
 * NCCL defines in another way than MPI.
 */
import type { CollectiveName } from '../../../core/collectives/names.ts'
import type { CollectiveCall } from '../../calls/collective-call.ts'
import { dataTypes } from '../../memory/data-types.ts'
import type { Address } from '../../memory/heap.ts'
import type { Kernels } from '../../memory/kernels.ts'
import type { Handle, Pointer } from './mpi.ts'
import type { MpiWorld } from './mpi-world.ts'

/** Of send_recv; messages of the transport have their channel as tag. */
const TAG = 32_767

/** What the routines work on. */
export interface Callee {
  readonly world: MpiWorld
  readonly kernels: Kernels
}

/** One blocking call; gives MPI's error code. */
type Routine = (callee: Callee, call: CollectiveCall, type: Handle, op: Handle) => number

export const ROUTINE_NAMES: Readonly<Record<CollectiveName, string>> = {
  all_reduce: 'MPI_Allreduce',
  all_gather: 'MPI_Allgather',
  reduce_scatter: 'MPI_Reduce_scatter_block',
  broadcast: 'MPI_Bcast',
  reduce: 'MPI_Reduce',
  gather: 'MPI_Gather',
  scatter: 'MPI_Scatter',
  all_to_all: 'MPI_Alltoall',
  send_recv: 'MPI_Sendrecv',
}

export const ROUTINES: Readonly<Record<CollectiveName, Routine>> = {
  all_reduce: ({ world: { mpi, base } }, { input, output, count }, type, op) => {
    const { inPlace, world: everyone } = mpi.abi
    return mpi.allreduce(input === output ? inPlace : base + input, base + output, count, type, op, everyone)
  },
  all_gather: ({ world: { mpi, base, rank } }, call, type) => {
    const { input, output, count } = call
    const { inPlace, world: everyone } = mpi.abi
    const own = input === output + rank * bytesOf(call)
    return mpi.allgather(own ? inPlace : base + input, count, type, base + output, count, type, everyone)
  },
  reduce_scatter: reduceScatter,
  broadcast: ({ world: { mpi, base, rank }, kernels }, call, type) => {
    const { input, output, count, root } = call
    const data = rank === root ? input : output
    const code = mpi.bcast(base + data, count, type, root, mpi.abi.world)
    if (data !== output && output !== 0) kernels.copy(output, data, bytesOf(call))
    return code
  },
  reduce,
  gather: ({ world: { mpi, base, rank } }, call, type) => {
    const { input, output, count, root } = call
    const { inPlace, world: everyone } = mpi.abi
    const own = rank === root && input === output + root * bytesOf(call)
    return mpi.gather(own ? inPlace : base + input, count, type, base + output, count, type, root, everyone)
  },
  scatter: ({ world: { mpi, base, rank } }, call, type) => {
    const { input, output, count, root } = call
    const { inPlace, world: everyone } = mpi.abi
    const own = rank === root && output === input + root * bytesOf(call)
    return mpi.scatter(base + input, count, type, own ? inPlace : base + output, count, type, root, everyone)
  },
  all_to_all: ({ world: { mpi, base } }, { input, output, count }, type) => {
    const { inPlace, world: everyone } = mpi.abi
    const data = input === output ? inPlace : base + input
    return mpi.alltoall(data, count, type, base + output, count, type, everyone)
  },
  send_recv: ({ world: { mpi, base, rank, ranks } }, { input, output, count }, type) => {
    const { statusIgnore, world: everyone } = mpi.abi
    const [to, from] = [(rank + 1) % ranks, (rank + ranks - 1) % ranks]
    return input === output
      ? mpi.sendrecvReplace(base + output, count, type, to, TAG, from, TAG, everyone, statusIgnore)
      : mpi.sendrecv(
          base + input,
          ...([count, type, to, TAG, base + output] as const),
          ...([count, type, from, TAG, everyone, statusIgnore] as const),
        )
  },
}

function bytesOf({ count, type }: CollectiveCall): number {
  return count * dataTypes[type].bytes
}

function reduceScatter({ world, kernels }: Callee, call: CollectiveCall, type: Handle, op: Handle): number {
  const { mpi, heap, base, rank } = world
  const { input, output, count } = call
  const add = (target: Address) =>
    mpi.reduceScatterBlock(base + input, base + target, count, type, op, mpi.abi.world)
  if (output !== input + rank * bytesOf(call)) return add(output)
  // MPI's own "in place" leaves the result at the start of the input, NCCL's at the rank's place of it.
  const result = heap.allocate(bytesOf(call))
  const code = add(result)
  kernels.copy(output, result, bytesOf(call))
  heap.free(result)
  return code
}

function reduce({ world, kernels }: Callee, call: CollectiveCall, type: Handle, op: Handle): number {
  const { mpi, heap, base, rank } = world
  const { input, output, count, root } = call
  const { inPlace, reducesInPlace, world: everyone } = mpi.abi
  const add = (from: Pointer) => mpi.reduce(from, base + output, count, type, op, root, everyone)
  if (rank !== root || input !== output) return add(base + input)
  if (reducesInPlace || root === 0) return add(inPlace)
  const data = heap.allocate(bytesOf(call))
  kernels.copy(data, input, bytesOf(call))
  const code = add(base + data)
  heap.free(data)
  return code
}
