/** The calls of a queue: which may begin, which have ended, and what becomes of the others when one fails. */
import type { RunError } from '../run-error.ts'
import type { Stall, Task } from './drive.ts'
import type { Work } from './work.ts'

/** A call and the Promise that it gave. */
export interface Entry {
  readonly work: Work
  /** Once it is begun; none of a native algorithm, which runs by itself. */
  task: Task | undefined
  stall: Stall | undefined
  begun: boolean
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

export interface QueueState {
  /** In the order in which they were called. */
  entries: Entry[]
  /** Called when ranks are out of step; gives what all other calls fail with. */
  readonly onFailure: () => RunError
}

/** `at`: where it stands. Whatever stands before it must have another lane. */
export const mayBegin = ({ entries }: QueueState, entry: Entry, at: number): boolean =>
  entries
    .slice(0, at)
    .every(
      ({ work: { lane } }) => lane !== undefined && entry.work.lane !== undefined && lane !== entry.work.lane,
    )

export function endEntry(queue: QueueState, entry: Entry): void {
  leave(queue, entry)
  entry.work.end()
  entry.resolve()
}

export function failEntry(queue: QueueState, entry: Entry, error: unknown): void {
  leave(queue, entry)
  entry.work.abandon()
  entry.reject(error)
  // A call that could not begin has sent nothing; any other leaves the ranks out of step.
  if (entry.begun) failAll(queue, queue.onFailure())
}

export function failAll(queue: QueueState, error: RunError): void {
  const left = queue.entries
  queue.entries = []
  for (const { work, reject } of left) {
    work.abandon()
    reject(error)
  }
}

function leave(queue: QueueState, entry: Entry): void {
  queue.entries = queue.entries.filter((other) => other !== entry)
}

/** Whether any call ended. */
export function advanceAll(queue: QueueState): boolean {
  let ended = false
  for (const entry of queue.entries) {
    if (!entry.task) continue
    try {
      if (!entry.task.advance()) continue
      endEntry(queue, entry)
      ended = true
    } catch (error) {
      failEntry(queue, entry, error)
      return true
    }
  }
  return ended
}

/** At which one of them gives up (performance.now()); undefined when one did. */
export function earliestDeadline(queue: QueueState): number | undefined {
  let until = Number.POSITIVE_INFINITY
  for (const entry of queue.entries) {
    try {
      if (entry.stall) until = Math.min(until, entry.stall.check())
    } catch (error) {
      failEntry(queue, entry, error)
      return undefined
    }
  }
  return until
}
