/** The thread of watchdog.ts: looks at the clock four times a second while the rank's own thread may be stuck in MPI. */
import '../../english.ts'
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { COLLECTIVES } from '../../../core/collectives/names.ts'
import { RunError } from '../../run-error.ts'
import { loadKoffi } from '../../system/koffi.ts'
import { WATCHDOG_THREAD } from '../../system/started-as.ts'
import { COLLECTIVE, SEQUENCE, TIMEOUT, type WatchdogStart } from './watchdog.ts'

const EVERY_MILLISECONDS = 250
/** "A run failed", as the command line has it. */
const EXIT_CODE = 4

const { cells, rank } = (workerData as { readonly [WATCHDOG_THREAD]: WatchdogStart })[WATCHDOG_THREAD]
const shared = new Float64Array(cells)
const never = new Int32Array(new SharedArrayBuffer(4))
// At once: nothing can be loaded once it is needed, if the disk is what hangs.
const end = (await loadKoffi()).load(null).func('_exit', 'void', ['int'])

const NO_CALL = -1
let seenSequence = NO_CALL
let seenAt = 0
for (;;) {
  Atomics.wait(never, 0, 0, EVERY_MILLISECONDS)
  const timeoutSeconds = shared[TIMEOUT] ?? 0
  const sequence = timeoutSeconds === 0 ? NO_CALL : (shared[SEQUENCE] ?? 0)
  const now = performance.now()
  if (sequence !== seenSequence) {
    seenSequence = sequence
    seenAt = now
  }
  const seconds = (now - seenAt) / 1000
  if (sequence === NO_CALL || seconds < timeoutSeconds) continue
  const operation = COLLECTIVES[shared[COLLECTIVE] ?? 0] ?? 'all_reduce'
  const place = { sequence, operation, algorithm: 'mpi' }
  const problem = new RunError({ kind: 'timeout', rank, seconds, place, waiting: [], calledBy: 'Sync' })
  writeSync(2, `ringscope: ${problem.message}\n`)
  end(EXIT_CODE)
}
