/** The loops that are timed, and what disturbs them on purpose. Nothing else runs between the readings of the clock. */
import type { Seconds } from '../../core/base/units.ts'
import type { Rank } from '../../core/collectives/conditions.ts'
import type { Disturbance } from '../../core/evidence/perf-run.ts'
import type { Communicator, PreparedCall } from '../communicator/communicator.ts'

export interface Loop {
  readonly iterations: number
  readonly aggregated: number
  readonly blocking: boolean
  /** How long this rank does something else before an iteration; `busySeconds`: what its last call took. */
  readonly idleSeconds: ((busySeconds: Seconds) => Seconds) | undefined
}

/** undefined: this rank is not disturbed. */
export function disturbanceOf(disturbed: readonly Disturbance[], rank: Rank): Loop['idleSeconds'] {
  const own = disturbed.filter((one) => one.rank === rank)
  if (own.length === 0) return undefined
  const delay = own.reduce((sum, { seconds = 0 }) => sum + seconds, 0)
  // A rank that is slowed down to a share of its rate takes 1/share as long for what it does.
  const more = own.reduce((sum, { share = 1 }) => sum + (1 / share - 1), 0)
  return (busySeconds) => delay + more * busySeconds
}

/** A sleep would be a millisecond or more. */
function spin(seconds: Seconds): void {
  const until = performance.now() + seconds * 1000
  while (performance.now() < until);
}

const sleep = (seconds: Seconds): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, seconds * 1000))

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
  const { iterations, aggregated, blocking, idleSeconds } = loop
  let busySeconds = 0
  for (let at = 0; at < iterations; at++) {
    if (blocking) comm.barrierSync()
    if (idleSeconds) spin(idleSeconds(busySeconds))
    const start = performance.now()
    for (let turn = 0; turn < aggregated; turn++) call.runSync()
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
  const { iterations, aggregated, blocking, idleSeconds } = loop
  let busySeconds = 0
  for (let at = 0; at < iterations; at++) {
    if (blocking) await comm.barrier()
    if (idleSeconds) await sleep(idleSeconds(busySeconds))
    const start = performance.now()
    for (let turn = 0; turn < aggregated; turn++) await call.run()
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
