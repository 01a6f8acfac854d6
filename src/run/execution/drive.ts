/**
 * Lets calls run to their end over a transport: one at a time without the event loop (sync), or any number of them with it.
 * Here alone is decided that a call cannot go on: a peer is gone, or nothing has moved for too long.
 */
import type { RunProblem } from '../../core/collectives/run-problem.ts'
import type { Called } from '../calls/signature.ts'
import { RunError } from '../run-error.ts'
import type { Transport } from '../transports/transport.ts'

/** A call under way; executor.ts makes them of plans. */
export interface Task {
  readonly called: Called
  /** Runs what can run; true once all is done. */
  advance(): boolean
  /** Grows whenever anything moves. */
  progress(): number
  /** Why it stands still. `timedOut`: a message that nobody waits for may show it. */
  problem(
    cause:
      | { readonly kind: 'timeout'; readonly seconds: number }
      | Extract<RunProblem, { kind: 'peer-lost' }>,
  ): RunProblem
  waitsFor(peer: number): boolean
}

/**
 * A rank that is done may leave while the others still finish among themselves. Only when nothing moves for so long after a
 * peer was lost that this rank does not wait for, the loss is taken for the reason.
 */
const GRACE_MILLISECONDS = 500

export interface Stall {
  /** Looks at a task that could not end: throws when it cannot go on, else says until when to wait (performance.now()). */
  check(): number
}

/** Times are only looked at once the task stands still. */
export function watchStall(task: Task, transport: Transport, timeoutSeconds: number): Stall {
  let progress = -1
  let since = 0
  return {
    check() {
      const now = performance.now()
      if (task.progress() !== progress) {
        progress = task.progress()
        since = now
      }
      const deadline = since + timeoutSeconds * 1000
      const lost = transport.lost()
      if (lost) {
        const graceEnds = since + GRACE_MILLISECONDS
        if (task.waitsFor(lost.peer) || now >= graceEnds) throw new RunError(task.problem(lost))
        if (now < deadline) return Math.min(graceEnds, deadline)
      }
      if (now >= deadline) throw new RunError(task.problem({ kind: 'timeout', seconds: timeoutSeconds }))
      return deadline
    },
  }
}

export function driveSync(task: Task, transport: Transport, timeoutSeconds: number): void {
  if (task.advance()) return
  transport.poll()
  if (task.advance()) return
  const stall = watchStall(task, transport, timeoutSeconds)
  for (;;) {
    const lost = transport.lost() !== undefined
    // What a peer sent before it was lost can still be taken.
    if (lost) transport.poll()
    if (lost && task.advance()) return
    transport.waitSync(stall.check())
    transport.poll()
    if (task.advance()) return
  }
}
