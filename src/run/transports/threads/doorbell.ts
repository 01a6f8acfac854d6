/**
 * How a rank waits for another: it spins first, since waking a thread that sleeps takes 10 to 30 us where a message takes 0.2,
 * and sleeps then. A spin that is shorter than a few wake-ups is worse than none: once a rank sleeps, the others wait for
 * its wake-up, sleep too, and all stay asleep for most of the time from then on.
 *
 * With more ranks than cores a rank that spins takes the core from the one it waits for: it yields the core instead.
 */
import type { Control } from './control.ts'

/**
 * Five wake-ups of a machine at rest would be 0.1 ms. On a busy one a thread that sleeps comes back only when another's time slice
 * ends: there 0.1 ms made small collectives take 400 us, 1 ms and more 0.6 us, as long as with MPI, which never sleeps.
 */
const SPIN_MILLISECONDS = 4
const YIELD_MILLISECONDS = 5
/** The event loop stands still meanwhile. */
const ASYNC_SPIN_MILLISECONDS = 1
/** Polls between two looks at the clock. */
const POLLS = 64

export interface Doorbell {
  /** Wakes those who sleep; for words that all ranks look at. One load when nobody sleeps. */
  ringSleepers(): void
  /** Something came for `peer`. */
  ring(peer: number): void
  /** Changes with every ring; read before one looks, so that no ring is missed. */
  rings(): number
  /** Until `ready`, a ring that made it look again, or the deadline. */
  waitSync(ready: () => boolean, deadline: number): void
  wait(ready: () => boolean, deadline: number): Promise<void>
}

export function wake(control: Control, rank: number): void {
  Atomics.add(control.words, control.bell(rank), 1)
  Atomics.notify(control.words, control.bell(rank))
}

/** `oversubscribed`: there are more ranks than cores; `yieldCore` then yields the core, where the system can. */
export function createDoorbell(
  control: Control,
  rank: number,
  ranks: number,
  oversubscribed: boolean,
  yieldCore?: () => void,
): Doorbell {
  const { words, sleepers } = control
  const bells = Array.from({ length: ranks }, (_, peer) => control.bell(peer))
  const sleeping = Array.from({ length: ranks }, (_, peer) => control.sleeping(peer))
  const bell = control.bell(rank)
  // Without a way to yield, and with too few cores, spinning only keeps the others from running.
  const spin = !oversubscribed ? SPIN_MILLISECONDS : yieldCore ? YIELD_MILLISECONDS : 0

  const spinUntil = (ready: () => boolean, deadline: number, most: number): boolean => {
    const end = Math.min(deadline, performance.now() + most)
    do {
      for (let polls = 0; polls < POLLS; polls++) if (ready()) return true
      yieldCore?.()
    } while (performance.now() < end)
    return ready()
  }

  const fallAsleep = (): void => {
    Atomics.store(words, sleeping[rank] as number, 1)
    Atomics.add(words, sleepers, 1)
  }
  const wakeUp = (): void => {
    Atomics.sub(words, sleepers, 1)
    Atomics.store(words, sleeping[rank] as number, 0)
  }

  return {
    ringSleepers() {
      if (Atomics.load(words, sleepers) === 0) return
      for (let peer = 0; peer < ranks; peer++)
        if (Atomics.load(words, sleeping[peer] as number) !== 0) wake(control, peer)
    },
    ring(peer) {
      Atomics.add(words, bells[peer] as number, 1)
      if (Atomics.load(words, sleeping[peer] as number) !== 0) Atomics.notify(words, bells[peer] as number)
    },
    rings: () => Atomics.load(words, bell),
    waitSync(ready, deadline) {
      if (spinUntil(ready, deadline, spin)) return
      const seenRings = Atomics.load(words, bell)
      fallAsleep()
      // Whoever came since then has seen that this rank sleeps, and rings.
      if (!ready()) Atomics.wait(words, bell, seenRings, Math.max(0, deadline - performance.now()))
      wakeUp()
    },
    async wait(ready, deadline) {
      if (spinUntil(ready, deadline, Math.min(spin, ASYNC_SPIN_MILLISECONDS))) return
      const seenRings = Atomics.load(words, bell)
      fallAsleep()
      if (!ready()) await waitForRing(words, bell, seenRings, deadline)
      wakeUp()
    },
  }
}

/** Node ends a thread that waits for nothing but an Atomics.waitAsync; the timer keeps it alive, and ends the wait at the deadline. */
async function waitForRing(
  words: Int32Array,
  bell: number,
  seenRings: number,
  deadline: number,
): Promise<void> {
  const { async: sleeps, value } = (Atomics as unknown as WaitsAsync).waitAsync(words, bell, seenRings)
  if (!sleeps) return
  const timer = setTimeout(
    () => {
      Atomics.add(words, bell, 1)
      Atomics.notify(words, bell)
    },
    Math.min(Math.max(0, deadline - performance.now()), 2 ** 31 - 1),
  )
  await value
  clearTimeout(timer)
}

/** ES2024; Node has it since version 16. */
interface WaitsAsync {
  waitAsync(words: Int32Array, index: number, value: number): { async: boolean; value: Promise<string> }
}
