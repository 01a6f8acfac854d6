/**
 * A series is what is judged: one collective on one set of GPUs in one file, by size. Runs of the same kind in one
 * file (nccl-tests -N, a loop over sizes, repeats) are joined; rows that repeat a size become one point with a spread.
 */
import type { CollectiveName } from '../collectives/names.ts'
import type { Benchmark, PerIteration } from '../evidence/benchmark.ts'
import type { Place } from '../evidence/place.ts'
import type { Expectation } from '../expectation/expectation.ts'
import type { Machine } from '../topology/machine.ts'

/** algbw and busbw in GB/s; the better of the two placements, since both cross the same links. */
export interface Point {
  readonly bytes: number
  readonly seconds: number
  readonly algbw: number
  readonly busbw: number
  readonly place: Place
  /** How often this size was measured, and the lowest and highest busbw then. */
  readonly repeats: number
  readonly lowest: number
  readonly highest: number
  readonly perIteration?: PerIteration
}

export interface Series {
  /** Short and unique in a report: "all_reduce, 8 ranks, gpu-07". */
  readonly label: string
  readonly input: string
  readonly collective?: CollectiveName
  readonly candidates: readonly CollectiveName[]
  readonly operation?: string
  readonly type?: string
  readonly redop?: string
  readonly ranks?: number
  readonly ranksPerNode?: number
  /** From the device lines or the input's name; empty when nothing says. */
  readonly hosts: readonly string[]
  readonly benchmarks: readonly Benchmark[]
  /** By size, ascending; rows of zero bytes or without a time are left out. */
  readonly points: readonly Point[]
  /** The point at the largest size. */
  readonly plateau?: Point
  /** The machine it ran on and what it should reach; undefined when nothing says. */
  readonly machine?: Machine
  /** With one row for each point. */
  readonly expectation?: Expectation
}
