/** A collective that a transport carries out by itself, without messages between programs. */
import type { CollectiveCall } from '../calls/collective-call.ts'

export interface NativeAlgorithm {
  /** As --algo names it: 'direct' (threads: every rank works on all ranks' memory), 'mpi' (the library's own). */
  readonly id: string
  supports(call: CollectiveCall): boolean
  /** Throws a RunError (timeout, peer-lost, mismatch). Looks at the clock only once it has to wait: that costs 50 ns. */
  runSync(call: CollectiveCall, sequence: number, timeoutSeconds: number): void
  run(call: CollectiveCall, sequence: number, timeoutSeconds: number): Promise<void>
}
