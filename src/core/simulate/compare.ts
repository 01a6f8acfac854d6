/** Several algorithms for one collective over one topology: the quickest first, and what does not apply with its reason. */
import { ok, type Result } from '../base/result.ts'
import type { Bytes, BytesPerSecond, Seconds } from '../base/units.ts'
import { busFactor, type CollectiveName } from '../collectives/names.ts'
import { leastTraffic } from '../collectives/traffic.ts'
import { algorithmsOf } from '../schedules/algorithms/index.ts'
import type { Algorithm, Schedule, ScheduleOptions } from '../schedules/schedule.ts'
import { bestRings, type RingOrder, singleRing } from '../topology/ring-sets.ts'
import type { LinkIndex, Topology } from '../topology/topology.ts'
import { type Bound, lowerBound } from './bound.ts'
import { chunkBytes, type SimulateOptions, type SimulateProblem } from './options.ts'
import { type Simulation, simulate } from './simulate.ts'
import { type Why, whyOf } from './why.ts'

export interface Question {
  readonly collective: CollectiveName
  readonly topology: Topology
  readonly options: SimulateOptions
  readonly root?: number
  /** One algorithm, by id; all when not given. */
  readonly algorithm?: string
  /** The rings of ring algorithms: the best set and the single one unless given. */
  readonly rings?: 'single' | 'best' | { readonly orders: readonly RingOrder[] }
  readonly pieces?: number
  /** Rings are sought on this one: before links were slowed down, which nobody knows. */
  readonly healthy?: Topology
  readonly slowLinks?: readonly LinkIndex[]
}

/** An algorithm as it is run: over which rings, in how many pieces. */
export interface Variant {
  readonly algorithm: Algorithm
  readonly schedule: ScheduleOptions
  readonly rings?: { readonly count: number; readonly order: 'best' | 'natural' | 'given' }
  /** Position i of the algorithm is played by this rank: placed along the ring, so that neighbours are linked. */
  readonly placement?: RingOrder
}

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

export interface Missing {
  readonly id: string
  readonly why: SimulateProblem | { readonly kind: 'not-supported' } | { readonly kind: 'only-if-asked' }
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
  for (const algorithm of algorithmsOf(collective)) {
    if (question.algorithm !== undefined && algorithm.id !== question.algorithm) continue
    const variants = variantsOf(algorithm, question)
    if (onlyIfAsked(algorithm, question)) {
      missing.push({ id: algorithm.id, why: { kind: 'only-if-asked' } })
      continue
    }
    if (variants.length === 0) missing.push({ id: algorithm.id, why: { kind: 'not-supported' } })
    for (const variant of variants) {
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

const IN_NETWORK = 'in-network'

/** That a plain switch adds is not supposed unless somebody asks what then would be. */
const onlyIfAsked = ({ id }: Algorithm, { topology, algorithm }: Question): boolean =>
  id === IN_NETWORK && topology.reducersSupposed === true && algorithm === undefined

const onceEach = (missing: readonly Missing[]): readonly Missing[] =>
  missing.filter(({ id }, at) => missing.findIndex((other) => other.id === id) === at)

const RING_IDS = new Set(['ring', 'bidirectional-ring'])

function variantsOf(algorithm: Algorithm, question: Question): readonly Variant[] {
  const { topology, root, rings } = question
  const { ranks, shape } = topology
  const base: ScheduleOptions = {
    ranks,
    ...(root === undefined ? {} : { root }),
    ...(question.pieces === undefined ? {} : { pieces: question.pieces }),
  }
  // A side of one is no dimension: the algorithm then chooses for itself, or has nothing to gain.
  const shaped = shape?.every((side) => side > 1) ? { ...base, shape } : base
  const plain = [shaped, base].filter((options) => algorithm.supports(options)).slice(0, 1)
  if (!RING_IDS.has(algorithm.id)) {
    const along = question.collective === 'all_reduce' ? singleRing(question.healthy ?? topology) : undefined
    return plain.map((schedule) => ({
      algorithm,
      schedule,
      ...(along && !inOrder(along) ? { placement: along } : {}),
    }))
  }
  const over = (orders: readonly RingOrder[], order: 'best' | 'natural' | 'given'): Variant => ({
    algorithm,
    schedule: { ...base, rings: orders },
    rings: { count: orders.length, order },
  })
  if (typeof rings === 'object') return [over(rings.orders, 'given')]
  const healthy = question.healthy ?? topology
  const single = [singleRing(healthy)]
  // Both directions of one ring are two rings already.
  if (algorithm.id === 'bidirectional-ring') return [over(single, 'best')]
  const best = rings === 'single' ? single : bestRings(healthy)
  const natural = [Array.from({ length: ranks }, (_, rank) => rank)]
  const all: Variant[] = [over(best, 'best')]
  if (rings === undefined && best.length > 1) all.push(over(single, 'best'))
  if (rings === undefined && !sameRing(single, natural) && ranks <= 64) all.push(over(natural, 'natural'))
  return all
}

const inOrder = (order: RingOrder): boolean => order.every((rank, at) => rank === at)

const sameRing = ([a = []]: readonly RingOrder[], [b = []]: readonly RingOrder[]): boolean =>
  a.every((rank, at) => rank === b[at])

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
  const empty = simulate({ schedule, topology, options: { ...options, bytes: 0 } })
  const latencySeconds = empty.ok ? empty.value.seconds : 0
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

function healthyTime(
  schedule: Schedule,
  { healthy, slowLinks = [], options }: Question,
): { healthySeconds?: Seconds } {
  if (!healthy || slowLinks.length === 0) return {}
  const run = simulate({ schedule, topology: healthy, options })
  return run.ok ? { healthySeconds: run.value.seconds } : {}
}

interface Timed {
  /** With the pieces of its pipeline filled in. */
  readonly variant: Variant
  readonly schedule: Schedule
  readonly simulation: Simulation
}

/** A variant simulated; a pipeline whose pieces nobody gave in as many as serve it best. */
function timedAt(variant: Variant, { topology, options, pieces }: Question): Result<Timed, SimulateProblem> {
  const timed = (its: Variant): Result<Timed, SimulateProblem> => {
    const schedule = scheduleOf(its)
    const simulated = simulate({ schedule, topology, options })
    return simulated.ok ? ok({ variant: its, schedule, simulation: simulated.value }) : simulated
  }
  if (!variant.algorithm.pipelined || pieces !== undefined) return timed(variant)
  const inPieces = (count: number) => timed({ ...variant, schedule: { ...variant.schedule, pieces: count } })
  const most = mostPieces(options.bytes, topology.ranks)
  let best = inPieces(1)
  if (!best.ok) return best
  // More pieces fill the pipeline, each costs a latency: time first falls, then rises.
  for (let count = 2; count <= most; count *= 2) {
    const next = inPieces(count)
    if (!next.ok || next.value.simulation.seconds >= best.value.simulation.seconds) break
    best = next
  }
  return best
}

/** The quickest of all algorithms, without the reasons. */
export function quickest(question: Question): Timed | undefined {
  let best: Timed | undefined
  for (const algorithm of algorithmsOf(question.collective)) {
    if (question.algorithm !== undefined && algorithm.id !== question.algorithm) continue
    if (onlyIfAsked(algorithm, question)) continue
    for (const { placement, ...plain } of variantsOf(algorithm, question))
      for (const variant of placement ? [plain, { ...plain, placement }] : [plain]) {
        const timed = timedAt(variant, question)
        if (timed.ok && (!best || timed.value.simulation.seconds < best.simulation.seconds))
          best = timed.value
      }
  }
  return best
}

/** The schedule that a variant stands for. */
export function scheduleOf({ algorithm, placement, schedule: options }: Variant): Schedule {
  const schedule = algorithm.schedule(options)
  return placement ? placedAlong(schedule, placement) : schedule
}

/** Other ranks play the parts. Of an all_reduce all ranks hold and owe the same, so that it stays right. */
function placedAlong(schedule: Schedule, order: RingOrder): Schedule {
  const played = (node: number) => order[node] ?? node
  return {
    ...schedule,
    *rounds() {
      for (const { repeat, step } of schedule.rounds())
        yield {
          repeat,
          step: (turn) => step(turn).map((its) => ({ ...its, from: played(its.from), to: played(its.to) })),
        }
    },
  }
}

const MOST_PIECES = 256

/** Pieces of at least a few bytes, and not more messages than a simulation of many ranks is worth. */
const mostPieces = (bytes: Bytes, ranks: number): number =>
  Math.max(1, Math.min(MOST_PIECES, Math.floor(bytes / 16), Math.floor(2 ** 20 / ranks)))
