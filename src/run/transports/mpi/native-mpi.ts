/**
 * Algorithm 'mpi': the collectives of the MPI library itself (MPI standard 3.1, chapter 5), so that a schedule and the library
 * are compared on the same fabric. What the library does inside (algorithm, segments) is its own choice, set by its own options.
 *
 * runSync is the plain blocking routine, as a C program calls it. Nothing can end it from inside: past its time-out a watchdog
 * ends the process (watchdog.ts). run first passes a non-blocking barrier (barrier.ts): a rank that does not come, or that
 * calls something else, is an error with its name; only then the blocking routine is called.
 *
 * So of one call all ranks use runSync or all run. A mixture ends within the time-out: those in run wait for ranks that never
 * enter the barrier, those in runSync are ended by the watchdog, and each says how it was called.
 */
import { adds, calledOf } from '../../calls/signature.ts'
import type { Kernels } from '../../memory/kernels.ts'
import type { NativeAlgorithm } from '../native-algorithm.ts'
import type { Transport } from '../transport.ts'
import { passBarrier } from './barrier.ts'
import { checkMpi } from './mpi-error.ts'
import type { MpiWorld } from './mpi-world.ts'
import { type Callee, ROUTINE_NAMES, ROUTINES } from './routines.ts'
import type { Watchdog } from './watchdog.ts'

/** MPI counts in C's int. */
const MOST_COUNT = 2 ** 31 - 1

/** `transport`: what the barrier before a call goes over. */
export function nativeMpi(
  world: MpiWorld,
  kernels: Kernels,
  transport: Transport,
  watchdog: Watchdog,
): NativeAlgorithm {
  const { types, ops } = world.mpi.abi
  const opHandles = { ...ops, avg: ops.sum }
  const callee: Callee = { world, kernels }

  const runSync: NativeAlgorithm['runSync'] = (call, sequence, timeoutSeconds) => {
    watchdog.begin(call.collective, sequence, timeoutSeconds)
    const code = ROUTINES[call.collective](callee, call, types[call.type], opHandles[call.op])
    watchdog.end()
    if (code !== 0) checkMpi(world, ROUTINE_NAMES[call.collective], code)
  }

  return {
    id: 'mpi',
    supports: ({ collective, type, op, count }) =>
      op !== 'avg' && count <= MOST_COUNT && !(adds(collective) && (type === 'f16' || type === 'bf16')),
    runSync,
    async run(call, sequence, timeoutSeconds) {
      const deadline = performance.now() + timeoutSeconds * 1000
      await passBarrier(transport, calledOf(call, 'mpi'), sequence, deadline)
      runSync(call, sequence, timeoutSeconds)
    },
  }
}
