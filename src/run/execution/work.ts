/** A call of the interface, ready to run: now (sync), or when its turn comes (queue.ts). */

import type { Transport } from '../transports/transport.ts'
import { driveSync, type Task } from './drive.ts'

export interface Work {
  readonly operation: string
  /** What runs beside other work has its own lane ("send 3"); a collective has none and runs alone. */
  readonly lane: string | undefined
  readonly timeoutSeconds: number
  /** Copies in and takes its place in the sequence. When it throws, nothing was sent. */
  begin(): void
  readonly action: { readonly kind: 'task'; readonly task: Task } | NativeRun
  /** The result is there: copies out. */
  end(): void
  /** It failed, or never began. */
  abandon(): void
}

export interface NativeRun {
  readonly kind: 'native'
  run(timeoutSeconds: number): Promise<void>
  runSync(timeoutSeconds: number): void
}

/** Once it is begun. */
export function runSync(work: Work, transport: Transport): void {
  const { action } = work
  if (action.kind === 'native') action.runSync(work.timeoutSeconds)
  else driveSync(action.task, transport, work.timeoutSeconds)
  work.end()
}
