/** An algorithm on one size, in or out of place: warm up, time, check every element. */
import type { Seconds } from '../../core/base/units.ts'
import type { PerfMeasure } from '../../core/evidence/perf-run.ts'
import type { Communicator, PreparedCall } from '../communicator/communicator.ts'
import { each, gathered, most, sum } from './across-ranks.ts'
import type { Placed } from './buffers.ts'
import { disturbanceOf, type Loop, timed, timedTogether } from './loop.ts'
import type { PerfOptions } from './options.ts'
import { corrupt, fill, type Shape, wrongIn } from './pattern.ts'
import { averageOf, iterationTimes } from './times.ts'

/** Iterations shorter than this are timed together as well: reading the clock would count. */
const SHORT_SECONDS = 20e-6
const FEWEST_ITERATIONS = 3
/** V8 compiles what has run some hundred times. Each algorithm runs so often, or so long, before its first size is measured. */
const COMPILED_CALLS = 1000
const COMPILING_SECONDS = 0.1

export interface MeasuredCall {
  readonly measure: PerfMeasure
  /** What 'auto' chose. */
  readonly algorithm: string
  readonly tiles?: number
}

/** At every rank. `compiled`: the algorithms that have run before, to which this one is added. */
export async function measureCall(
  comm: Communicator,
  options: PerfOptions,
  shape: Shape,
  placed: Placed,
  algorithm: string,
  compiled: Set<string>,
): Promise<MeasuredCall> {
  const { type, op, blocking, aggregated, average, checks } = options
  const call = comm.prepare(placed.call, { algorithm, native: !options.timeline })
  fill(placed.input, type, op, comm.rank)
  await comm.barrier()
  const before = comm.sent().bytes
  await call.run()
  const sent = await most(comm, comm.sent().bytes - before)
  const warm = await warmUp(comm, options, call, !compiled.has(algorithm))
  compiled.add(algorithm)
  const iterations = iterationsFor(options, warm)
  const byRank = await timesByRank(comm, options, call, iterations)
  // Not where something comes between the calls: a disturbance, or a barrier of -z.
  const together =
    warm < SHORT_SECONDS && options.disturbed.length === 0 && !blocking
      ? await each(comm, await timedTogether(comm, call, iterations * aggregated))
      : undefined
  const wrong = checks > 0 ? await checked(comm, options, shape, placed, call) : undefined
  return {
    algorithm: call.algorithm,
    ...(call.tiles === undefined ? {} : { tiles: call.tiles }),
    measure: {
      ...iterationTimes(byRank),
      seconds: averageOf(together ?? byRank.map(mean), average),
      ...(wrong === undefined ? {} : { wrong }),
      ...(sent > 0 ? { sentBytes: sent } : {}),
    },
  }
}

/** What a call takes at the slowest rank. */
async function warmUp(
  comm: Communicator,
  { warmupIterations }: PerfOptions,
  call: PreparedCall,
  isNew: boolean,
): Promise<Seconds> {
  const warm = await most(comm, await timedTogether(comm, call, Math.max(1, warmupIterations)))
  const compiling = isNew ? Math.min(COMPILED_CALLS, COMPILING_SECONDS / warm) : 0
  return compiling < 1 ? warm : most(comm, await timedTogether(comm, call, Math.floor(compiling)))
}

/** As many as were asked for, unless they would take too long. */
function iterationsFor({ iterations, mostSecondsASize, aggregated }: PerfOptions, warm: Seconds): number {
  const inTime = Math.floor(mostSecondsASize / 2 / Math.max(warm * aggregated, 1e-9))
  return Math.max(Math.min(FEWEST_ITERATIONS, iterations), Math.min(iterations, inTime))
}

async function timesByRank(
  comm: Communicator,
  { aggregated, blocking, disturbed }: PerfOptions,
  call: PreparedCall,
  iterations: number,
): Promise<readonly Float64Array[]> {
  const loop: Loop = { iterations, aggregated, blocking, idleSeconds: disturbanceOf(disturbed, comm.rank) }
  const times = comm.alloc(Float64Array, iterations)
  await comm.barrier()
  await timed(comm, call, loop, times)
  const byRank = await gathered(comm, times)
  comm.free(times)
  return byRank
}

const mean = (times: Float64Array): Seconds =>
  times.reduce((total, seconds) => total + seconds, 0) / Math.max(1, times.length)

/** Fresh data, an output corrupted before, every element of every rank compared; wrong ones of all ranks and checks together. */
async function checked(
  comm: Communicator,
  { type, op, checks }: PerfOptions,
  shape: Shape,
  { input, output }: Placed,
  call: PreparedCall,
): Promise<number> {
  let wrong = 0
  for (let at = 0; at < checks; at++) {
    corrupt(output)
    fill(input, type, op, comm.rank)
    await comm.barrier()
    await call.run()
    wrong += wrongIn(output, type, op, shape, comm.rank)
  }
  return sum(comm, wrong)
}
