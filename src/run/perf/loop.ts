/** The loops that are timed, and what disturbs them on purpose. Nothing else runs between the readings of the clock. */
import type { Seconds } from '../../core/base/units.ts'
import type { Rank } from '../../core/collectives/conditions.ts'
import type { Disturbance } from '../../core/evidence/perf-run.ts'
import type { Communicator, PreparedCall } from '../communicator.ts'

export interface Loop {
  readonly iterations: number
  readonly aggregated: number
  readonly blocking: boolean
  readonly disturb: ((busySeconds: Seconds) => Promise<void> | undefined) | undefined
}

/** What this rank does before each iteration: nothing unless it is disturbed. `busySeconds`: how long its last call took. */
export function disturbanceOf(disturbed: readonly Disturbance[], rank: Rank, sync: boolean): Loop['disturb'] {
  const its = disturbed.filter((one) => one.rank === rank)
  if (its.length === 0) return undefined
  const delay = its.reduce((sum, { seconds = 0 }) => sum + seconds, 0)
  // A rank that is slowed down to a share of its rate takes 1/share as long for what it does.
  const more = its.reduce((sum, { share = 1 }) => sum + (1 / share - 1), 0)
  return (busySeconds) => late(delay + more * busySeconds, sync)
}

/** Spins where the ranks spin: a timer of the event loop is a millisecond or more. */
function late(seconds: Seconds, sync: boolean): Promise<void> | undefined {
  if (!sync) return new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  const until = performance.now() + seconds * 1000
  while (performance.now() < until);
  return undefined
}

/** Seconds of each iteration at this rank. */
export async function timed(
  comm: Communicator,
  call: PreparedCall,
  loop: Loop,
  into: Float64Array,
): Promise<void> {
  if (comm.sync) timedSync(comm, call, loop, into)
  else await timedAsync(comm, call, loop, into)
}

function timedSync(comm: Communicator, call: PreparedCall, loop: Loop, into: Float64Array): void {
  const { iterations, aggregated, blocking, disturb } = loop
  let busySeconds = 0
  for (let at = 0; at < iterations; at++) {
    if (blocking) comm.barrierSync()
    disturb?.(busySeconds)
    const start = performance.now()
    for (let its = 0; its < aggregated; its++) call.runSync()
    busySeconds = (performance.now() - start) / 1000 / aggregated
    into[at] = busySeconds
  }
}

async function timedAsync(
  comm: Communicator,
  call: PreparedCall,
  loop: Loop,
  into: Float64Array,
): Promise<void> {
  const { iterations, aggregated, blocking, disturb } = loop
  let busySeconds = 0
  for (let at = 0; at < iterations; at++) {
    if (blocking) await comm.barrier()
    await disturb?.(busySeconds)
    const start = performance.now()
    for (let its = 0; its < aggregated; its++) await call.run()
    busySeconds = (performance.now() - start) / 1000 / aggregated
    into[at] = busySeconds
  }
}

/** Seconds of one call in the mean, the clock read only before the first and after the last: for calls as short as reading it. */
export async function timedTogether(comm: Communicator, call: PreparedCall, calls: number): Promise<Seconds> {
  const start = performance.now()
  if (comm.sync) for (let at = 0; at < calls; at++) call.runSync()
  else for (let at = 0; at < calls; at++) await call.run()
  return (performance.now() - start) / 1000 / calls
}
