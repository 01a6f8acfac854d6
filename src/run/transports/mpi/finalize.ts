/** How a rank of MPI ends: MPI_Finalize waits for all ranks and stops the event loop while it does, so all ranks pass a barrier before it. */
import type { Messages } from './lanes.ts'
import { wait } from './progress.ts'

/** How long messages that were posted before `close` may still take once all ranks are closing. */
const LAST_MESSAGES_MILLISECONDS = 5_000
/**
 * MPICH 4.0 over UCX's tcp: in MPI_Finalize each rank asks its peers to confirm that all has come (an empty put of UCX), then
 * sleeps until all are done and confirms nothing more. A rank that is still busy with its last barrier confirms the question of
 * a faster one, which then sleeps before the slower one has asked: both wait for ever, in one of ten runs. When all have kept
 * still for a while before, every rank asks before it confirms.
 */
const STILL_MILLISECONDS = 100

/** `failed`: the ranks are out of step. Once only. */
export async function finalize(messages: Messages, failed: boolean): Promise<void> {
  if (messages.closed) return
  const quiet = !failed && (await quiesce(messages))
  messages.closed = true
  // Otherwise MPI_Finalize might wait for ever. The launcher ends the others once this process ends without it.
  if (!quiet) return
  const { mpi, ranks } = messages.world
  if (mpi.abi.flavour === 'mpich' && ranks > 1)
    await new Promise((resolve) => setTimeout(resolve, STILL_MILLISECONDS))
  mpi.finalize()
}

/**
 * All ranks are here, and what is on its way has been taken or never will be: a receive that is posted ahead is cancelled, a send
 * that nobody takes cannot be.
 */
async function quiesce(messages: Messages): Promise<boolean> {
  const { requests, sends } = messages
  if (messages.lost || !(await passBarrier(messages))) return false
  const until = performance.now() + LAST_MESSAGES_MILLISECONDS
  const sending = () => [...sends.values()].some((lane) => lane.requests.some(requests.isActive))
  while (sending() && performance.now() < until) await wait(messages, until)
  if (sending() || !(await passBarrier(messages))) return false
  cancelReceives(messages)
  return true
}

/** Waits until all ranks are here; false when MPI reports an error. */
async function passBarrier(messages: Messages): Promise<boolean> {
  const { requests, world } = messages
  const { mpi } = world
  let failed = false
  const barrier = requests.add(() => {
    failed = true
  })
  if (mpi.ibarrier(mpi.abi.world, requests.pointer(barrier)) !== 0) return false
  requests.started(barrier)
  while (requests.isActive(barrier)) await wait(messages, Number.POSITIVE_INFINITY)
  return !failed
}

function cancelReceives({ world, requests, receives }: Messages): void {
  const { mpi } = world
  for (const lane of receives.values())
    for (const request of lane.requests) {
      const at = requests.pointer(request)
      if (requests.isActive(request)) {
        mpi.cancel(at)
        mpi.wait(at, mpi.abi.statusIgnore)
      }
      mpi.requestFree(at)
    }
}
