/** Several algorithms for one collective over one topology: the quickest first, and what does not apply with its reason. */
import type { BytesPerSecond, Seconds } from '../base/units.ts'
import { busFactor } from '../collectives/names.ts'
import { leastTraffic } from '../collectives/traffic.ts'
import type { Schedule } from '../schedules/schedule.ts'
import { lowerBound } from './bound.ts'
import type { Bound } from './certificate.ts'
import { effortBesideOthers } from './effort.ts'
import { chunkBytes, type SimulateProblem } from './options.ts'
import { type Timed, timedAt } from './pieces.ts'
import { fullestByRounds, simulate } from './simulate.ts'
import {
  askedFor,
  IN_NETWORK,
  type Missing,
  notTried,
  type Question,
  scheduleOf,
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
  /** Bytes over each link, of the quickest. */
  readonly linkBytes?: Float64Array
  readonly leftOut: readonly LeftOut[]
}

/** What would have cost more than the answer is worth: the rows stand without it. */
export type LeftOut =
  /** Whether ranks placed along a ring would serve it better. */
  | { readonly kind: 'placement'; readonly id: string }
  /** A pipeline in more pieces than these. */
  | { readonly kind: 'pieces'; readonly id: string; readonly pieces: number }
  /** Cuts around more than one rank: the bound may lie higher. */
  | { readonly kind: 'cuts' }

/** `among`: only those are simulated. */
export function compare(question: Question, among: (variant: Variant) => boolean = () => true): Comparison {
  const bounds = boundsOf(question)
  const entries: Entry[] = []
  const missing: Missing[] = []
  for (const algorithm of askedFor(question)) {
    const why = notTried(algorithm, question)
    if (why) missing.push({ id: algorithm.id, why })
    else
      for (const variant of variantsOf(algorithm, question).filter(among)) {
        const entry = entryOf(variant, question, bounds)
        if ('kind' in entry) missing.push({ id: algorithm.id, why: entry })
        else entries.push(entry)
      }
  }
  entries.sort((a, b) => a.row.seconds - b.row.seconds)
  const [best] = entries
  // Where a switch adds, fewer bytes have to leave the ranks.
  const bound = bounds(best?.row.variant.algorithm.id === IN_NETWORK)
  return {
    question,
    rows: entries.map(({ row }) => row),
    missing: onceEach(missing),
    bound,
    ...(best ? { linkBytes: best.linkBytes } : {}),
    leftOut: [
      ...entries.flatMap(({ leftOut }) => leftOut),
      ...(bound.untried === undefined ? [] : [{ kind: bound.untried }]),
    ],
  }
}

interface Entry {
  readonly row: Row
  readonly linkBytes: Float64Array
  readonly leftOut: readonly LeftOut[]
}

/** Of the question, each sought when it is first needed. */
type Bounds = (inNetwork: boolean) => Bound

function boundsOf({ collective, topology, options, root }: Question): Bounds {
  const known = new Map<boolean, Bound>()
  const rooted = root === undefined ? {} : { root }
  return (inNetwork) => {
    // Only of an all_reduce a switch that adds takes a part away.
    const which = inNetwork && collective === 'all_reduce'
    const bound =
      known.get(which) ?? lowerBound(collective, topology, options.bytes, { ...rooted, inNetwork: which })
    known.set(which, bound)
    return bound
  }
}

const onceEach = (missing: readonly Missing[]): readonly Missing[] =>
  missing.filter(({ id }, at) => missing.findIndex((other) => other.id === id) === at)

/** In the order of the ranks, and where an algorithm may be placed otherwise, the better of both. */
function entryOf(variant: Variant, question: Question, bounds: Bounds): Entry | SimulateProblem {
  const { placement, ...natural } = variant
  const plain = timedAt(natural, question)
  if (!plain.ok) return plain.problem
  const placed = placement ? placedBetter(variant, question, plain.value.simulation.seconds) : undefined
  const best = typeof placed === 'object' ? placed : plain.value
  const { id } = variant.algorithm
  const { piecesTried } = best
  return {
    row: rowOf(best, question, bounds),
    linkBytes: best.simulation.linkBytes,
    leftOut: [
      ...(placed === 'too-much-work' ? [{ kind: 'placement' as const, id }] : []),
      ...(piecesTried === undefined ? [] : [{ kind: 'pieces' as const, id, pieces: piecesTried }]),
    ],
  }
}

/** Less would not be worth a word. */
const PLACED_BETTER = 0.98
/** Not by rounding alone. */
const CERTAINLY = 1 + 1e-9

/** Placed along the ring, where that is quicker. An extra: more than beside others it may not take, and what cannot win is not begun. */
function placedBetter(
  variant: Variant,
  question: Question,
  plain: Seconds,
): Timed | 'too-much-work' | undefined {
  const { topology, options } = question
  const effort = question.effort ?? effortBesideOthers(topology.ranks)
  const most = plain * PLACED_BETTER
  const least = fullestByRounds({ schedule: scheduleOf(variant), topology, options, effort })
  if (least === 'too-much-work') return least
  if (least >= most * CERTAINLY) return undefined
  const placed = timedAt(variant, { ...question, effort })
  if (!placed.ok) return placed.problem.kind === 'too-much-work' ? 'too-much-work' : undefined
  return placed.value.simulation.seconds < most ? placed.value : undefined
}

function rowOf(timed: Timed, question: Question, bounds: Bounds): Row {
  const { collective, topology, options } = question
  const { schedule, simulation, variant } = timed
  const { algorithm, schedule: scheduleOptions } = variant
  const { seconds, linkBytes, by } = simulation
  const latencySeconds = simulation.latencySeconds ?? emptyTime(schedule, question)
  const sent = algorithm.sent(scheduleOptions).max * chunkBytes(schedule, options.bytes)
  const { pieces } = scheduleOptions
  return {
    variant,
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
    ofBound: seconds === 0 ? 1 : bounds(schedule.switches > 0).seconds / seconds,
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
