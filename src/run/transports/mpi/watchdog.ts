/**
 * Ends this process when a blocking routine of MPI takes longer than its time-out. Nothing else can: no signal and no other
 * thread gets a rank out of MPI_Allreduce, and MPI has no routine for it. PyTorch's watchdog of ProcessGroupNCCL does the same.
 * The launcher then ends the other ranks.
 */
import { Worker } from 'node:worker_threads'
import type { Rank } from '../../../core/collectives/conditions.ts'
import { COLLECTIVES, type CollectiveName } from '../../../core/collectives/names.ts'
import { moduleOrBundle, WATCHDOG_THREAD } from '../../system/started-as.ts'

const THREAD = new URL('./watchdog-thread.js', import.meta.url)

/** Their places in COLLECTIVES: looked up with each call. */
const numbers = Object.fromEntries(COLLECTIVES.map((name, at) => [name, at])) as Record<
  CollectiveName,
  number
>

/** Cells of the shared array. The time-out is in seconds; 0 is no call. */
export const TIMEOUT = 0
export const SEQUENCE = 1
export const COLLECTIVE = 2
export const CELLS = 3

export interface Watchdog {
  /** Before the routine. Costs a few stores and no look at the clock; the first one starts a thread. */
  begin(collective: CollectiveName, sequence: number, timeoutSeconds: number): void
  end(): void
  stop(): Promise<void>
}

export interface WatchdogStart {
  readonly cells: SharedArrayBuffer
  readonly rank: Rank
}

export function createWatchdog(rank: Rank): Watchdog {
  const cells = new SharedArrayBuffer(CELLS * 8)
  const shared = new Float64Array(cells)
  let thread: Worker | undefined
  const start = () => {
    const given: WatchdogStart = { cells, rank }
    const module = moduleOrBundle(THREAD, import.meta.url)
    const worker = new Worker(module, { workerData: { [WATCHDOG_THREAD]: given } })
    worker.unref()
    return worker
  }
  return {
    begin(collective, sequence, timeoutSeconds) {
      if (timeoutSeconds === Number.POSITIVE_INFINITY) return
      thread ??= start()
      shared[SEQUENCE] = sequence
      shared[COLLECTIVE] = numbers[collective]
      shared[TIMEOUT] = timeoutSeconds
    },
    end() {
      shared[TIMEOUT] = 0
    },
    async stop() {
      await thread?.terminate()
    },
  }
}
