/**
 * Joins the world of MPI ranks that mpirun or srun has started this process in. Without a launcher the world is this process
 * alone, as MPI defines it (a singleton).
 */

import type { RunProblem } from '../../../core/collectives/run-problem.ts'
import { createHeap, createMemory, type Heap, RESERVED_BYTES } from '../../memory/heap.ts'
import { createKernels } from '../../memory/kernels.ts'
import { RunError } from '../../run-error.ts'
import { loadKoffi } from '../../system/koffi.ts'
import { bindYieldCore } from '../../system/yield-core.ts'
import type { Transport } from '../transport.ts'
import { guardHeapEnd } from './heap-end.ts'
import { loadMpi, type MpiLauncher, mpiLauncher } from './library.ts'
import type { Mpi, Pointer } from './mpi.ts'
import { checkMpi } from './mpi-error.ts'
import { createMpiTransport } from './mpi-transport.ts'
import type { MpiWorld } from './mpi-world.ts'
import { nativeMpi } from './native-mpi.ts'
import { checkPmiPipe } from './pmi-pipe.ts'
import { createWatchdog } from './watchdog.ts'

export interface MpiOptions {
  /** How many ranks there must be; any number unless given. */
  readonly ranks?: number
  readonly memoryBytes?: number
  readonly slotBytes?: number
  readonly slots?: number
  readonly environment?: NodeJS.ProcessEnv
}

/** Pages cost nothing until they are used. */
const MEMORY_BYTES = 2 ** 30
const SLOT_BYTES = 2 ** 18
const SLOTS = 4
/**
 * MPI_THREAD_FUNNELED: this process has other threads (V8's, libuv's), but all routines are called by the one that is here
 * now. More would cost locks in every routine and bring nothing: a wait is a poll, not a thread that is stuck in MPI_Wait.
 */
const MPI_THREAD_FUNNELED = 1

let connected = false

/**
 * Throws RunError 'unavailable' (koffi), 'mpi-not-found', 'mpi-not-launched', 'mpi-pipe-lost', 'mpi-other-launcher' or 'mpi-error'. Once a
 * process: MPI cannot be started again after MPI_Finalize.
 */
export async function connectMpi(options: MpiOptions = {}): Promise<Transport> {
  if (connected) throw new Error('MPI can be started only once a process')
  const environment = options.environment ?? process.env
  const launcher = mpiLauncher(environment)
  if (launcher === undefined && options.ranks !== undefined && options.ranks !== 1)
    throw new RunError({ kind: 'mpi-not-launched', wantedRanks: options.ranks, ranks: 1 })

  checkPmiPipe(environment)
  const isGuarded = guardHeapEnd(process.env)
  const { mpi, version } = await loadMpi(environment)
  const koffi = await loadKoffi()
  const memory = createMemory(options.memoryBytes ?? MEMORY_BYTES)
  const heap = createHeap(memory, RESERVED_BYTES, memory.buffer.byteLength)
  // A memory of fixed size never moves.
  const base = Number(koffi.address(new Uint8Array(memory.buffer)))
  const kernels = createKernels(memory)

  connected = true
  const { rank, ranks } = startMpi(mpi, heap, base)
  const wrong = wrongWorld(options, launcher, version, ranks)
  if (wrong) {
    mpi.finalize()
    throw new RunError(wrong)
  }
  const world: MpiWorld = { mpi, rank, ranks, heap, base, yieldCore: bindYieldCore(koffi) }
  const watchdog = createWatchdog(rank)
  const slots = { slotBytes: options.slotBytes ?? SLOT_BYTES, slots: options.slots ?? SLOTS }
  const transport = createMpiTransport(world, slots, (over) => [nativeMpi(world, kernels, over, watchdog)])
  return {
    ...transport,
    remarks: isGuarded ? ['ucx-without-cache'] : [],
    async close(failed) {
      await transport.close(failed)
      await watchdog.stop()
    },
  }
}

/** MPI_Init, and which rank this is. */
function startMpi(mpi: Mpi, heap: Heap, base: Pointer): Pick<MpiWorld, 'rank' | 'ranks'> {
  const unnamed = { mpi, heap, base, rank: 0 }
  const { world, errorsReturn } = mpi.abi
  const result = heap.allocate(4)
  const read = () => new Int32Array(heap.memory.buffer)[result / 4] ?? 0
  checkMpi(unnamed, 'MPI_Init_thread', mpi.initThread(0, 0, MPI_THREAD_FUNNELED, base + result))
  checkMpi(unnamed, 'MPI_Comm_set_errhandler', mpi.commSetErrhandler(world, errorsReturn))
  checkMpi(unnamed, 'MPI_Comm_rank', mpi.commRank(world, base + result))
  const rank = read()
  checkMpi(unnamed, 'MPI_Comm_size', mpi.commSize(world, base + result))
  const ranks = read()
  heap.free(result)
  return { rank, ranks }
}

/** `ranks`: as the library has it. Another number than the launcher's: it is another MPI than the launcher's. */
function wrongWorld(
  options: MpiOptions,
  launcher: MpiLauncher | undefined,
  library: string,
  ranks: number,
): RunProblem | undefined {
  if (launcher && launcher.ranks !== ranks)
    return {
      kind: 'mpi-other-launcher',
      launcher: launcher.title,
      library,
      wantedRanks: launcher.ranks,
      ranks,
    }
  return options.ranks === undefined || options.ranks === ranks
    ? undefined
    : { kind: 'mpi-not-launched', wantedRanks: options.ranks, ranks }
}
