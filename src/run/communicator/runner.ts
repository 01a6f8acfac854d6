/** Runs calls, now or when their turn comes, until one has failed or the communicator is closed. */
import { createQueue } from '../execution/queue.ts'
import { runSync, type Work } from '../execution/work.ts'
import { RunError } from '../run-error.ts'
import type { Transport } from '../transports/transport.ts'

/** Calls go through it, however they were made. */
export interface Runner {
  /** Returns when the call is done. */
  now(work: Work): void
  later(work: Work): Promise<void>
  /** All that is under way fails; lets what was sent arrive. */
  close(): Promise<void>
}

/** `onClosed`: called once nothing runs any more. */
export function createRunner(transport: Transport, onClosed: () => void): Runner {
  const { rank } = transport
  let state: 'open' | 'failed' | 'closed' = 'open'
  const closed = () => new RunError({ kind: 'closed', rank, ...(state === 'failed' ? { failed: true } : {}) })
  const fail = (): RunError => {
    if (state === 'open') state = 'failed'
    return closed()
  }
  const queue = createQueue(transport, fail)
  return {
    now(work) {
      if (state !== 'open') throw closed()
      if (!transport.sync) throw new RunError({ kind: 'no-sync', transport: transport.id })
      const operation = queue.underWay()
      if (operation !== undefined) throw new RunError({ kind: 'under-way', rank, operation })
      let begun = false
      try {
        work.begin()
        begun = true
        runSync(work, transport)
      } catch (error) {
        work.abandon()
        if (begun) fail()
        throw error
      }
    },
    later: (work) => (state === 'open' ? queue.add(work) : Promise.reject(closed())),
    async close() {
      if (state === 'closed') return
      const failed = state === 'failed'
      state = 'closed'
      const underWay = queue.underWay()
      if (underWay !== undefined) queue.fail(new RunError({ kind: 'closed', rank, underWay }))
      await transport.close(failed)
      onClosed()
    },
  }
}
