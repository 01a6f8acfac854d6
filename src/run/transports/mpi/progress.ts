/** How a rank of MPI waits: it asks for its requests again and again, since MPI moves messages only while it is asked. */
import type { Messages } from './lanes.ts'

/** Polls before the processor is offered to others: a message between two cores takes less. */
const SPINS = 300
/** A rank that has waited so long is not waiting for a message on its way: it sleeps between polls. */
const IDLE_MILLISECONDS = 50
const NAP_MILLISECONDS = 0.1
/** How long `wait` keeps the event loop waiting. */
const SPIN_MILLISECONDS = 0.05

const never = new Int32Array(new SharedArrayBuffer(4))

/** How many requests have ended since. */
export const test = ({ closed, requests }: Messages): number => (closed ? 0 : requests.test())

/** Until a request has ended, a peer is lost, or the deadline (performance.now()). */
export function waitSync(messages: Messages, deadline: number): void {
  const start = performance.now()
  for (let polls = 0; test(messages) === 0 && !messages.lost; polls++) {
    if (polls % 16 !== 15) continue
    const now = performance.now()
    if (now >= deadline) return
    if (now - start > IDLE_MILLISECONDS) Atomics.wait(never, 0, 0, NAP_MILLISECONDS)
    else if (polls > SPINS) messages.world.yieldCore()
  }
}

export async function wait(messages: Messages, deadline: number): Promise<void> {
  const start = performance.now()
  for (let now = start; ; now = performance.now()) {
    for (const until = now + SPIN_MILLISECONDS; now < until; now = performance.now())
      if (test(messages) > 0 || messages.lost) return
    if (now >= deadline) return
    messages.world.yieldCore()
    await (now - start > IDLE_MILLISECONDS ? nap() : turnOfEventLoop())
  }
}

const turnOfEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const nap = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1))
