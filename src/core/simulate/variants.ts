/** Which algorithms a question asks for, and how each is run: over which rings, placed where, cut into how many pieces. */
import type { CollectiveName } from '../collectives/names.ts'
import { algorithmsOf } from '../schedules/algorithms/index.ts'
import type { Algorithm, Schedule, ScheduleOptions } from '../schedules/schedule.ts'
import { bestRings, type RingOrder, singleRing } from '../topology/ring-sets.ts'
import type { LinkIndex, Topology } from '../topology/topology.ts'
import { type Effort, effortBesideOthers, UNLIMITED } from './effort.ts'
import type { Done, SimulateOptions, SimulateProblem } from './options.ts'

export interface Question {
  readonly collective: CollectiveName
  readonly topology: Topology
  readonly options: SimulateOptions
  readonly root?: number
  /** One algorithm, by id; all when not given. */
  readonly algorithm?: string
  /** One that is not ours: a schedule from a file. */
  readonly foreign?: Algorithm
  /** The rings of ring algorithms: the best set and the single one unless given. */
  readonly rings?: 'single' | 'best' | { readonly orders: readonly RingOrder[] }
  readonly pieces?: number
  /** Rings are sought on this one: before links were slowed down, which nobody knows. */
  readonly healthy?: Topology
  readonly slowLinks?: readonly LinkIndex[]
  /** What each algorithm may take: unless given, one that is asked for alone all that it needs. */
  readonly effort?: Effort
  readonly watch?: (progress: Progress) => void
}

/** How far the simulation of an algorithm has come. */
export type Progress = Done & { readonly algorithm: string }

/** An algorithm as it is run: over which rings, in how many pieces. */
export interface Variant {
  readonly algorithm: Algorithm
  readonly schedule: ScheduleOptions
  readonly rings?: { readonly count: number; readonly order: 'best' | 'natural' | 'given' }
  /** Position i of the algorithm is played by this rank: placed along the ring, so that neighbours are linked. */
  readonly placement?: RingOrder
}

export interface Missing {
  readonly id: string
  readonly why: SimulateProblem | { readonly kind: 'not-supported' } | { readonly kind: 'only-if-asked' }
}

export const IN_NETWORK = 'in-network'

export const effortFor = ({ effort, algorithm, topology }: Question): Effort =>
  effort ?? (algorithm === undefined ? effortBesideOthers(topology.ranks) : UNLIMITED)

export const askedFor = ({ collective, algorithm, foreign }: Question): readonly Algorithm[] =>
  foreign
    ? [foreign]
    : algorithmsOf(collective).filter(({ id }) => algorithm === undefined || id === algorithm)

/** Why an algorithm is not even tried. */
export function notTried(
  algorithm: Algorithm,
  question: Question,
  mostMessages = MOST_PAIRS,
): Missing['why'] | undefined {
  const { id } = algorithm
  // That a plain switch adds is not supposed unless somebody asks what then would be.
  if (id === IN_NETWORK && question.topology.reducersSupposed === true && question.algorithm === undefined)
    return { kind: 'only-if-asked' }
  const messages = leastMessages(algorithm, question)
  if (messages > mostMessages) return { kind: 'too-large', messages, most: mostMessages }
  return variantsOf(algorithm, question).length === 0 ? { kind: 'not-supported' } : undefined
}

/** Algorithms in which every rank has something for every other: even one step of them may not fit into memory. */
const ALL_PAIRS = new Set(['one-shot', 'two-shot', 'pairwise', 'bruck', IN_NETWORK])
export const MOST_PAIRS = 4_500_000

const RING_IDS = new Set(['ring', 'bidirectional-ring'])
const ROOTED = new Set<CollectiveName>(['broadcast', 'reduce', 'gather', 'scatter', 'send_recv'])

/**
 * Messages that it has at least, without making its schedule; 0 for rings, whose turns are all alike. What all ranks have a part in
 * takes 2(N-1) of them: those by which one rank comes to know of all, and those by which the others do (one-way gossip, Harary & Schwenk 1974).
 */
function leastMessages({ id, collective }: Algorithm, { topology: { ranks } }: Question): number {
  if (RING_IDS.has(id)) return 0
  if (id === IN_NETWORK && collective === 'all_reduce') return 0
  return ALL_PAIRS.has(id) ? ranks ** 2 : (ROOTED.has(collective) ? 1 : 2) * (ranks - 1)
}

export function variantsOf(algorithm: Algorithm, question: Question): readonly Variant[] {
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
      for (const { repeat, step, pairs } of schedule.rounds())
        yield {
          repeat,
          step: (turn) =>
            step(turn).map((transfer) => ({
              ...transfer,
              from: played(transfer.from),
              to: played(transfer.to),
            })),
          ...(pairs
            ? {
                pairs: () =>
                  pairs().map((pair) => ({ ...pair, from: pair.from.map(played), to: pair.to.map(played) })),
              }
            : {}),
        }
    },
  }
}
