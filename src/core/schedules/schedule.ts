/**
 * A collective algorithm, written once: rounds of transfers of chunks between ranks. It is verified, simulated, drawn, and
 * compiled to programs that run; the meaning of its order is decided in order.ts and nowhere else.
 */
import { type ChunkIndex, type Conditions, conditions, type Rank } from '../collectives/conditions.ts'
import type { CollectiveName } from '../collectives/names.ts'

export type { ChunkIndex, Rank }

/** Chunks chunk … chunk+count-1 of `from` go to `to`; there they are added to what it holds (reduce) or replace it. */
export interface Transfer {
  readonly from: Rank
  readonly to: Rank
  readonly chunk: ChunkIndex
  readonly count: number
  readonly reduce: boolean
  readonly channel: number
}

/** A step is no time and no barrier: see order.ts. */
export type Step = readonly Transfer[]

/** `repeat` steps that move the same counts between the same ranks on the same channels; only `chunk` depends on `turn`. */
export interface Round {
  readonly repeat: number
  step(turn: number): Step
  /** What every turn says of who sends how much to whom, channel by channel, where it is this plain. Where it is given, it says the same as `step`: of the transfers of a message their sum. */
  pairs?(): readonly Pairs[]
}

/**
 * On one channel: each of `from` sends `count` chunks, which are one message, to its place in `to`; none twice to the same. In columns, because
 * a simulation of 65,536 ranks takes less time than to make an object for each transfer.
 */
export interface Pairs {
  readonly channel: number
  readonly from: Int32Array
  readonly to: Int32Array
  readonly count: number
}

export interface Schedule {
  readonly collective: CollectiveName
  readonly ranks: number
  readonly root: Rank
  /** Pieces of all data: k for all_reduce, reduce, broadcast; k·N for all_gather, reduce_scatter, gather, scatter, send_recv; k·N² for all_to_all. */
  readonly chunks: number
  /** Nodes after the ranks that start empty, owe nothing, and add what comes (NVLS, SHARP). */
  readonly switches: number
  rounds(): Iterable<Round>
}

export interface ScheduleOptions {
  readonly ranks: number
  /** Of the collectives that have one; rank 0 unless given. */
  readonly root?: Rank
  /** Into how many pieces the algorithm cuts the smallest share that it must tell apart; 1 unless given. */
  readonly pieces?: number
  /** Orders of the ranks, each closed to a ring; 0 … N-1 unless given. More than one share the data evenly. */
  readonly rings?: readonly (readonly Rank[])[]
  /** Sizes of the dimensions, the outermost first ([nodes, GPUs a node]): rank = (… first × second + …). */
  readonly shape?: readonly number[]
}

/** One id a file; a file exports one Algorithm a collective. */
export interface Algorithm {
  readonly id: string
  readonly collective: CollectiveName
  readonly title: string
  readonly source: string
  /** Its pieces follow one another through a pipeline: more of them fill it, each costs a message. */
  readonly pipelined: boolean
  supports(options: ScheduleOptions): boolean
  /** Throws where `supports` says no. */
  schedule(options: ScheduleOptions): Schedule
  /** Formulas; the suite compares them with the schedule itself. */
  stepCount(options: ScheduleOptions): number
  /** Chunks that the busiest rank, and all ranks and switches together, send. */
  sent(options: ScheduleOptions): { readonly max: number; readonly total: number }
}

/** One transfer; one chunk on channel 0 unless said otherwise. */
export const move = (
  from: Rank,
  to: Rank,
  chunk: ChunkIndex,
  reduce: boolean,
  { count = 1, channel = 0 }: { readonly count?: number; readonly channel?: number } = {},
): Transfer => ({ from, to, chunk, count, reduce, channel })

/** A step that is done once. */
export const once = (step: () => Step): Round => ({ repeat: 1, step })

/** What the collective promises for this schedule's chunks. */
export function conditionsOf({
  collective,
  ranks,
  root,
  chunks,
}: Pick<Schedule, 'collective' | 'ranks' | 'root' | 'chunks'>): Conditions {
  const blocks = conditions(collective, { ranks, root }).chunks
  if (chunks % blocks !== 0)
    throw new RangeError(`${collective} on ${ranks} ranks: ${chunks} chunks are no multiple of ${blocks}`)
  return conditions(collective, { ranks, root, pieces: chunks / blocks })
}
