/**
 * Algorithm 'mpi': the collectives of the MPI library itself (MPI standard 3.1, chapter 5), so that a schedule and the library
 * are compared on the same fabric. What the library does inside (algorithm, segments) is its own choice, set by its own options.
 *
 * runSync is the plain blocking routine, as a C program calls it. Nothing can end it from inside: past its time-out a watchdog
 * ends the process (watchdog.ts). run first lets all ranks meet without blocking (meeting.ts): a rank that does not come, or
 * that calls something else, is an error with its name; only then the blocking routine is called.
 *
 * So of one call all ranks use runSync or all run. A mixture ends within the time-out: those in run wait for ranks that never
 * meet them, those in runSync are ended by the watchdog, and each says how it was called.
 */
import type { CollectiveName } from '../../../core/collectives/names.ts'
import type { CollectiveCall } from '../../calls/collective-call.ts'
import { adds, calledOf } from '../../calls/signature.ts'
import { dataTypes } from '../../memory/data-types.ts'
import type { Address } from '../../memory/heap.ts'
import type { Kernels } from '../../memory/kernels.ts'
import type { NativeAlgorithm } from '../native-algorithm.ts'
import type { Transport } from '../transport.ts'
import { meet } from './meeting.ts'
import type { Handle, Pointer } from './mpi.ts'
import { checkMpi } from './mpi-error.ts'
import type { MpiWorld } from './mpi-world.ts'
import type { Watchdog } from './watchdog.ts'

/** MPI counts in C's int. */
const MOST_COUNT = 2 ** 31 - 1
/** Of send_recv; messages of the transport have their channel as tag. */
const TAG = 32_767

/** One blocking call; gives MPI's error code. */
type Routine = (call: CollectiveCall, type: Handle, op: Handle) => number

const ROUTINES: Readonly<Record<CollectiveName, string>> = {
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

export function nativeMpi(
  world: MpiWorld,
  kernels: Kernels,
  transport: Transport,
  watchdog: Watchdog,
): NativeAlgorithm {
  const { mpi, rank, ranks, heap, base } = world
  const { types, ops, inPlace, statusIgnore, world: everyone } = mpi.abi
  const opHandles = { ...ops, avg: ops.sum }
  const bytesOf = (call: CollectiveCall) => call.count * dataTypes[call.type].bytes

  const routines: Readonly<Record<CollectiveName, Routine>> = {
    all_reduce: ({ input, output, count }, type, op) =>
      mpi.allreduce(input === output ? inPlace : base + input, base + output, count, type, op, everyone),

    all_gather: (call, type) => {
      const { input, output, count } = call
      const own = input === output + rank * bytesOf(call)
      return mpi.allgather(own ? inPlace : base + input, count, type, base + output, count, type, everyone)
    },

    reduce_scatter: (call, type, op) => {
      const { input, output, count } = call
      const add = (target: Address) =>
        mpi.reduceScatterBlock(base + input, base + target, count, type, op, everyone)
      if (output !== input + rank * bytesOf(call)) return add(output)
      // MPI's own "in place" leaves the result at the start of the input, NCCL's at the rank's place of it.
      const result = heap.allocate(bytesOf(call))
      const code = add(result)
      kernels.copy(output, result, bytesOf(call))
      heap.free(result)
      return code
    },

    broadcast: (call, type) => {
      const { input, output, count, root } = call
      const data = rank === root ? input : output
      const code = mpi.bcast(base + data, count, type, root, everyone)
      if (data !== output && output !== 0) kernels.copy(output, data, bytesOf(call))
      return code
    },

    reduce: (call, type, op) => {
      const { input, output, count, root } = call
      const add = (from: Pointer) => mpi.reduce(from, base + output, count, type, op, root, everyone)
      if (rank !== root || input !== output) return add(base + input)
      if (mpi.abi.reducesInPlace || root === 0) return add(inPlace)
      const data = heap.allocate(bytesOf(call))
      kernels.copy(data, input, bytesOf(call))
      const code = add(base + data)
      heap.free(data)
      return code
    },

    gather: (call, type) => {
      const { input, output, count, root } = call
      const own = rank === root && input === output + root * bytesOf(call)
      return mpi.gather(own ? inPlace : base + input, count, type, base + output, count, type, root, everyone)
    },

    scatter: (call, type) => {
      const { input, output, count, root } = call
      const own = rank === root && output === input + root * bytesOf(call)
      return mpi.scatter(
        base + input,
        count,
        type,
        own ? inPlace : base + output,
        count,
        type,
        root,
        everyone,
      )
    },

    all_to_all: ({ input, output, count }, type) =>
      mpi.alltoall(
        input === output ? inPlace : base + input,
        count,
        type,
        base + output,
        count,
        type,
        everyone,
      ),

    send_recv: ({ input, output, count }, type) => {
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

  const runSync: NativeAlgorithm['runSync'] = (call, sequence, timeoutSeconds) => {
    watchdog.begin(call.collective, sequence, timeoutSeconds)
    const code = routines[call.collective](call, types[call.type], opHandles[call.op])
    watchdog.end()
    if (code !== 0) checkMpi(world, ROUTINES[call.collective], code)
  }

  return {
    id: 'mpi',
    supports: ({ collective, type, op, count }) =>
      op !== 'avg' && count <= MOST_COUNT && !(adds(collective) && (type === 'f16' || type === 'bf16')),
    runSync,
    async run(call, sequence, timeoutSeconds) {
      const deadline = performance.now() + timeoutSeconds * 1000
      await meet(transport, calledOf(call, 'mpi'), sequence, deadline)
      runSync(call, sequence, timeoutSeconds)
    },
  }
}
