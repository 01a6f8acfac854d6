/** A call of the interface, ready to run: now (sync), or when its turn comes (queue.ts). */
import { driveSync, type Task } from './drive.ts'
import type { Transport } from './transports/transport.ts'

export interface Work {
  readonly operation: string
  /** What runs beside other work has its own lane ("send 3"); a collective has none and runs alone. */
  readonly lane: string | undefined
  readonly timeoutSeconds: number
  /** Copies in and takes its place in the sequence. When it throws, nothing was sent. */
  begin(): void
  readonly doing: { readonly kind: 'task'; readonly task: Task } | NativeRun
  /** The result is there: copies out. */
  end(): void
  /** It failed, or never began. */
  abandon(): void
}

export interface NativeRun {
  readonly kind: 'native'
  /** `deadline` as performance.now(). */
  run(deadline: number): Promise<void>
  runSync(deadline: number): void
}

export const deadlineOf = ({ timeoutSeconds }: Work): number => performance.now() + timeoutSeconds * 1000

/** Once it is begun. */
export function runSync(work: Work, transport: Transport): void {
  const { doing } = work
  if (doing.kind === 'native') doing.runSync(deadlineOf(work))
  else driveSync(doing.task, transport, work.timeoutSeconds)
  work.end()
}
