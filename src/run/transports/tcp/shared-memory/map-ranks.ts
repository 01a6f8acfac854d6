/**
 * Ranks that are processes of one host and share a memory: all goes as between threads (transports/threads), only that a rank
 * that sleeps is woken over its socket, since Atomics.wait works only within a process, and that a peer is lost when its socket is.
 */
import { availableParallelism } from 'node:os'
import type { Rank } from '../../../../core/collectives/conditions.ts'
import { loadYieldCore } from '../../../system/yield-core.ts'
import { type Control, openControl } from '../../threads/control.ts'
import type { Doorbell } from '../../threads/doorbell.ts'
import { depart } from '../../threads/liveness.ts'
import { createSharedMemory, layoutOf } from '../../threads/memory.ts'
import { connectThreads } from '../../threads/threads.ts'
import type { Transport } from '../../transport.ts'
import type { TcpTransport } from '../tcp.ts'
import { shareMemory } from './shared-mapping.ts'

/** As between threads: several wake-ups long, longer where a core has to be shared. */
const SPIN_MILLISECONDS = 0.1
const YIELD_MILLISECONDS = 1
const POLLS = 64
/** A rank that sleeps looks at the memory again after this long at most. */
const NAP_MILLISECONDS = 50

/** Undefined where ranks cannot share a memory; the same at all ranks. `arrayBytes`: room for the arrays of each. */
export async function mapRanks(
  tcp: TcpTransport,
  deadline: number,
  arrayBytes?: number,
): Promise<Transport | undefined> {
  const { rank, ranks } = tcp
  const memory = createSharedMemory(ranks, arrayBytes)
  if (!(await shareMemory(tcp, memory, deadline))) return undefined
  const control = openControl(memory, layoutOf(ranks))
  const doorbell = createSocketDoorbell(tcp, control, await loadYieldCore())
  const threads = await connectThreads({ rank, ranks, memory, doorbell })
  return {
    ...threads,
    id: 'tcp',
    lost() {
      noteLoss(tcp, control)
      return threads.lost()
    },
    async close(failed) {
      if (failed) depart(control, ranks, rank, 'lost')
      await threads.close(failed)
      await tcp.close(failed)
    },
  }
}

/** A process that was killed could not write into the memory that it is gone; its sockets close. */
function noteLoss(tcp: TcpTransport, control: Control): boolean {
  const lost = tcp.lost()
  if (lost) depart(control, tcp.ranks, lost.peer, 'lost', lost.reason)
  return lost !== undefined
}

function createSocketDoorbell(
  tcp: TcpTransport,
  control: Control,
  yieldCore: (() => void) | undefined,
): Doorbell {
  const { rank, ranks } = tcp
  const { words, sleepers } = control
  const oversubscribed = ranks > availableParallelism()
  const spin = oversubscribed && yieldCore ? YIELD_MILLISECONDS : SPIN_MILLISECONDS
  const bells = Array.from({ length: ranks }, (_, peer) => control.bell(peer))
  const sleeping = Array.from({ length: ranks }, (_, peer) => control.sleeping(peer))
  const bell = control.bell(rank)

  /** One wake-up a sleep, whoever comes first. */
  const wakeIfAsleep = (peer: Rank): void => {
    const flag = sleeping[peer] as number
    if (Atomics.load(words, flag) !== 0 && Atomics.exchange(words, flag, 0) !== 0) tcp.wake(peer)
  }
  const spinUntil = (ready: () => boolean, deadline: number): boolean => {
    const end = Math.min(deadline, performance.now() + spin)
    do {
      for (let polls = 0; polls < POLLS; polls++) if (ready()) return true
      if (oversubscribed) yieldCore?.()
    } while (performance.now() < end)
    return ready()
  }
  /** Marks this rank as asleep; false when something came meanwhile, or a peer is gone. */
  const fallAsleep = (ready: () => boolean): boolean => {
    tcp.poll()
    Atomics.store(words, sleeping[rank] as number, 1)
    return !noteLoss(tcp, control) && !ready()
  }
  const napEnd = (deadline: number): number => Math.min(deadline, performance.now() + NAP_MILLISECONDS)

  return {
    ringSleepers() {
      if (Atomics.load(words, sleepers) === 0) return
      for (let peer = 0; peer < ranks; peer++) if (peer !== rank) wakeIfAsleep(peer)
    },
    ring(peer) {
      Atomics.add(words, bells[peer] as number, 1)
      wakeIfAsleep(peer)
    },
    rings: () => Atomics.load(words, bell),
    waitSync(ready, deadline) {
      if (spinUntil(ready, deadline)) return
      Atomics.add(words, sleepers, 1)
      while (fallAsleep(ready) && performance.now() < deadline) tcp.waitSync(napEnd(deadline))
      Atomics.store(words, sleeping[rank] as number, 0)
      Atomics.sub(words, sleepers, 1)
    },
    async wait(ready, deadline) {
      if (spinUntil(ready, deadline)) return
      Atomics.add(words, sleepers, 1)
      while (fallAsleep(ready) && performance.now() < deadline) await tcp.wait(napEnd(deadline))
      Atomics.store(words, sleeping[rank] as number, 0)
      Atomics.sub(words, sleepers, 1)
    },
  }
}
