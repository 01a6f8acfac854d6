/** Several algorithms for one collective over one topology: the quickest first, and what does not apply with its reason. */
import type { BytesPerSecond, Seconds } from '../base/units.ts'
import { busFactor } from '../collectives/names.ts'
import { leastTraffic } from '../collectives/traffic.ts'
import type { Schedule } from '../schedules/schedule.ts'
import { type Bound, lowerBound } from './bound.ts'
import { chunkBytes, type SimulateProblem } from './options.ts'
import { timedAt } from './pieces.ts'
import { simulate } from './simulate.ts'
import {
  askedFor,
  IN_NETWORK,
  type Missing,
  notTried,
  type Question,
  type Variant,
  variantsOf,
} from './variants.ts'
import { type Why, whyOf } from './why.ts'

export interface Row {
  readonly variant: Variant
  readonly seconds: Seconds
  readonly busbw: BytesPerSecond
  readonly steps: number
  /** Pieces of a pipeline. */
  readonly pieces?: number
  /** By the busiest rank, as a multiple of the size. */
  readonly sent: number
  readonly by: 'rounds' | 'events'
  readonly latencySeconds: Seconds
  readonly why: readonly Why[]
  /** Share of the lower bound that is reached. */
  readonly ofBound: number
}

export interface Comparison {
  readonly question: Question
  /** Quickest first. */
  readonly rows: readonly Row[]
  readonly missing: readonly Missing[]
  readonly bound: Bound
}

export function compare(question: Question): Comparison {
  const { collective, topology, options, root } = question
  const rooted = root === undefined ? {} : { root }
  const bounds: Bounds = {
    plain: lowerBound(collective, topology, options.bytes, rooted),
    inNetwork: lowerBound(collective, topology, options.bytes, { ...rooted, inNetwork: true }),
  }
  const rows: Row[] = []
  const missing: Missing[] = []
  for (const algorithm of askedFor(question)) {
    const why = notTried(algorithm, question)
    if (why) missing.push({ id: algorithm.id, why })
    else
      for (const variant of variantsOf(algorithm, question)) {
        const row = rowOf(variant, question, bounds)
        if ('kind' in row) missing.push({ id: algorithm.id, why: row })
        else rows.push(row)
      }
  }
  rows.sort((a, b) => a.seconds - b.seconds)
  // Where a switch adds, fewer bytes have to leave the ranks.
  const adds = (rows[0] && rows[0].variant.algorithm.id === IN_NETWORK) === true
  return { question, rows, missing: onceEach(missing), bound: adds ? bounds.inNetwork : bounds.plain }
}

interface Bounds {
  readonly plain: Bound
  readonly inNetwork: Bound
}

const onceEach = (missing: readonly Missing[]): readonly Missing[] =>
  missing.filter(({ id }, at) => missing.findIndex((other) => other.id === id) === at)

/** In the order of the ranks, and where an algorithm may be placed otherwise, the better of both. */
function rowOf(variant: Variant, question: Question, bounds: Bounds): Row | SimulateProblem {
  const { placement, ...natural } = variant
  const plain = placedRow(natural, question, bounds)
  if ('kind' in plain || !placement) return plain
  const placed = placedRow(variant, question, bounds)
  return 'kind' in placed || placed.seconds >= plain.seconds * PLACED_BETTER ? plain : placed
}

/** Less would not be worth a word. */
const PLACED_BETTER = 0.98

function placedRow(variant: Variant, question: Question, bounds: Bounds): Row | SimulateProblem {
  const { collective, topology, options } = question
  const timed = timedAt(variant, question)
  if (!timed.ok) return timed.problem
  const { schedule, simulation } = timed.value
  const { algorithm, schedule: scheduleOptions } = timed.value.variant
  const { seconds, linkBytes, by } = simulation
  const latencySeconds = simulation.latencySeconds ?? emptyTime(schedule, question)
  const sent = algorithm.sent(scheduleOptions).max * chunkBytes(schedule, options.bytes)
  const { pieces } = scheduleOptions
  return {
    variant: timed.value.variant,
    seconds,
    busbw: seconds === 0 ? 0 : (options.bytes / seconds) * busFactor(collective, topology.ranks),
    steps: algorithm.stepCount(scheduleOptions),
    ...(algorithm.pipelined && pieces !== undefined ? { pieces } : {}),
    sent: options.bytes === 0 ? 0 : sent / options.bytes,
    by,
    latencySeconds,
    why: whyOf({
      ...{ schedule, topology, seconds, latencySeconds, linkBytes, sent },
      bytes: options.bytes,
      leastSent: leastTraffic(collective, topology.ranks, options.bytes).sent,
      slowLinks: question.slowLinks ?? [],
      ...healthyTime(schedule, question),
    }),
    ofBound: seconds === 0 ? 1 : (schedule.switches > 0 ? bounds.inNetwork : bounds.plain).seconds / seconds,
  }
}

function emptyTime(schedule: Schedule, { topology, options }: Question): Seconds {
  const empty = simulate({ schedule, topology, options: { ...options, bytes: 0 } })
  return empty.ok ? empty.value.seconds : 0
}

function healthyTime(
  schedule: Schedule,
  { healthy, slowLinks = [], options }: Question,
): { healthySeconds?: Seconds } {
  if (!healthy || slowLinks.length === 0) return {}
  const run = simulate({ schedule, topology: healthy, options })
  return run.ok ? { healthySeconds: run.value.seconds } : {}
}
