/** A variant simulated; a pipeline whose pieces nobody gave in as many as serve it best. */
import { ok, type Result } from '../base/result.ts'
import type { Bytes } from '../base/units.ts'
import type { Algorithm, Schedule } from '../schedules/schedule.ts'
import type { Job, SimulateProblem } from './options.ts'
import { type Simulation, simulate } from './simulate.ts'
import { effortFor, type Question, scheduleOf, type Variant } from './variants.ts'

export interface Timed {
  /** With the pieces of its pipeline filled in. */
  readonly variant: Variant
  readonly schedule: Schedule
  readonly simulation: Simulation
  /** More pieces than these would have been too much work: they may serve it better. */
  readonly piecesTried?: number
}

/** A variant simulated; a pipeline whose pieces nobody gave in as many as serve it best. */
export function timedAt(
  variant: Variant,
  question: Question,
  mostSeconds = Number.POSITIVE_INFINITY,
): Result<Timed, SimulateProblem> {
  const { topology, options, pieces } = question
  let effort = effortFor(question)
  const watch = watchOf(variant.algorithm, question)
  const timed = (variant: Variant, most = Number.POSITIVE_INFINITY): Result<Timed, SimulateProblem> => {
    const schedule = scheduleOf(variant)
    const simulated = simulate({ schedule, topology, options, mostSeconds: most, effort, ...watch })
    if (!simulated.ok) return simulated
    // What one number of pieces has taken is not there for the next.
    effort = { ...effort, looks: effort.looks - (simulated.value.looks ?? 0) }
    return ok({ variant, schedule, simulation: simulated.value })
  }
  if (!variant.algorithm.pipelined || pieces !== undefined) return timed(variant, mostSeconds)
  const inPieces = (count: number, most?: number) =>
    timed({ ...variant, schedule: { ...variant.schedule, pieces: count } }, most)
  const most = mostPieces(options.bytes, topology.ranks)
  let best = inPieces(1)
  if (!best.ok) return best
  // More pieces fill the pipeline, each costs a latency: time first falls, then rises.
  for (let count = 2; count <= most; count *= 2) {
    const next = inPieces(count, best.value.simulation.seconds)
    if (!next.ok && next.problem.kind === 'too-much-work')
      return ok({ ...best.value, piecesTried: count / 2 })
    if (!next.ok || next.value.simulation.seconds >= best.value.simulation.seconds) break
    best = next
  }
  return best
}

/** What of a job tells how far the algorithm has come. */
export const watchOf = ({ id }: Algorithm, { watch }: Question): Pick<Job, 'watch'> =>
  watch ? { watch: (done) => watch({ ...done, algorithm: id }) } : {}

const MOST_PIECES = 256

/** Pieces of at least a few bytes, and not more messages than a simulation of many ranks is worth. */
const mostPieces = (bytes: Bytes, ranks: number): number =>
  Math.max(1, Math.min(MOST_PIECES, Math.floor(bytes / 16), Math.floor(2 ** 20 / ranks)))
