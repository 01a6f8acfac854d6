/**
 * A collective algorithm, written once: rounds of transfers of chunks between ranks. It is verified, simulated, drawn, and
 * compiled to programs that run; the meaning of its order is decided in order.ts and nowhere else.
 */
import type { CollectiveName } from '../collectives/names.ts'

export type Rank = number
/** An identity of data, not a position: offsets and bytes of a chunk come from collectives/conditions.ts. */
export type ChunkIndex = number

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
}

export interface Schedule {
  readonly collective: CollectiveName
  readonly ranks: number
  readonly root: Rank
  /** Pieces of all data: k for all_reduce, reduce, broadcast; k·N for all_gather, reduce_scatter, gather, scatter; k·N² for all_to_all. */
  readonly chunks: number
  /** Nodes after the ranks that start empty, owe nothing, and add what comes (NVLS, SHARP). */
  readonly switches: number
  rounds(): Iterable<Round>
}

export interface ScheduleOptions {
  readonly ranks: number
  readonly root?: Rank
  readonly pieces?: number
  readonly rings?: readonly (readonly Rank[])[]
  readonly shape?: readonly number[]
}

/** One id a file; a file exports one Algorithm a collective. */
export interface Algorithm {
  readonly id: string
  readonly collective: CollectiveName
  readonly title: string
  readonly source: string
  supports(options: ScheduleOptions): boolean
  schedule(options: ScheduleOptions): Schedule
  /** Formulas; the suite compares them with the schedule itself. */
  stepCount(options: ScheduleOptions): number
  /** Chunks that the busiest rank, and all ranks and switches together, send. */
  sent(options: ScheduleOptions): { readonly max: number; readonly total: number }
}
