/** A collective that a transport carries out by itself, without messages between programs. */
import type { CollectiveCall } from '../collective-call.ts'

export interface NativeAlgorithm {
  /** As --algo names it: 'direct' (threads: every rank works on all ranks' memory), 'mpi' (the library's own). */
  readonly id: string
  supports(call: CollectiveCall): boolean
  /** Throws a RunError (timeout, peer-lost, mismatch). `deadline` as performance.now(). */
  runSync(call: CollectiveCall, sequence: number, deadline: number): void
  run(call: CollectiveCall, sequence: number, deadline: number): Promise<void>
}
