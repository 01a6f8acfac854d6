/**
 * Races of programs: two ops that touch one slot, one of them writing, with nothing that orders them. Happens-before is the order
 * in a block, a wait, or a message; each op carries a vector clock with one count a block. A wait that was forgotten shows here
 * even if every run so far was lucky: reads and writes are compared in one order, and any unordered pair is found in any order.
 * Source: Lamport, "Time, clocks, and the ordering of events in a distributed system", 1978; Mattern 1989 (vector clocks).
 */

import type { Rank } from '../schedules/schedule.ts'
import { canonicalSlot, type Programs, readsSource, type Slot, writesTarget } from './program.ts'
import { type OpAt, opAt, type PlacedOp, type ProgramGraph } from './program-graph.ts'
import { slotAt } from './run-ops.ts'

export interface Race {
  readonly kind: 'race'
  readonly slot: Slot
  /** `second` needs a wait for `first`, or the other way round: as carried out here, `first` came first. */
  readonly first: OpAt
  readonly second: OpAt
}

/** What looking for races would take: more clock entries (ops x blocks) than can be gone through in some ten seconds. */
export interface TooLargeToCheck {
  readonly kind: 'too-large-to-check'
  readonly entries: number
  readonly most: number
}

export const MOST_CLOCK_ENTRIES = 2 ** 32
/** Those of one rank are in memory together: 256 MiB. */
const MOST_AT_ONCE = 2 ** 26

/** The race that comes first in this order. */
export function findRace(
  programs: Programs,
  graph: ProgramGraph,
  order: readonly number[],
): Race | TooLargeToCheck | undefined {
  const entries = graph.ops.length * graph.lanes
  if (entries > MOST_CLOCK_ENTRIES) return { kind: 'too-large-to-check', entries, most: MOST_CLOCK_ENTRIES }
  // Ops of one rank alone can touch one slot: rank by rank, the clocks of all ops need counts of its blocks only.
  const lanes = lanesByRank(graph)
  const widest = Math.max(0, ...[...lanes.values()].map(({ count }) => count))
  const together = graph.ops.length * widest
  if (together > MOST_AT_ONCE) return { kind: 'too-large-to-check', entries: together, most: MOST_AT_ONCE }
  const clocks = new Uint32Array(together)
  let earliest = { at: order.length, race: undefined as Race | undefined }
  for (const [rank, lanesOfRank] of lanes) {
    const found = firstOf(rank, lanesOfRank, { programs, graph, order, clocks, until: earliest.at })
    if (found) earliest = found
  }
  return earliest.race
}

const BUFFERS = 3
const NUMBER_OF = { input: 0, output: 1, scratch: 2 } as const

interface Lanes {
  /** Those of a rank follow each other. */
  readonly first: number
  readonly count: number
}

function lanesByRank({ ops }: ProgramGraph): ReadonlyMap<Rank, Lanes> {
  const lanes = new Map<Rank, Lanes>()
  for (const { rank, lane } of ops) {
    const { first } = lanes.get(rank) ?? { first: lane }
    lanes.set(rank, { first, count: lane - first + 1 })
  }
  return lanes
}

interface Search {
  readonly programs: Programs
  readonly graph: ProgramGraph
  readonly order: readonly number[]
  /** By op and block of the rank: how many ops of that block are surely done when the op is. */
  readonly clocks: Uint32Array
  readonly until: number
}

function firstOf(
  rank: Rank,
  { first, count }: Lanes,
  { programs, graph, order, clocks, until }: Search,
): { readonly at: number; readonly race: Race } | undefined {
  const { ops, waits } = graph
  const before = (one: PlacedOp, other: PlacedOp) =>
    one.index === other.index || (clocks[other.index * count + one.lane - first] ?? 0) > one.op
  const lastWrite = new Map<number, PlacedOp>()
  const readsSince = new Map<number, PlacedOp[]>()
  for (let at = 0; at < until; at++) {
    const op = ops[order[at] as number] as PlacedOp
    setClock(op.index * count, waits[op.index] ?? [], clocks, count)
    if (op.rank !== rank) continue
    clocks[op.index * count + op.lane - first] = op.op + 1
    const { reads, writes } = accessesOf(op)
    const nameOf = (slot: Slot) => {
      const { buffer, index } = canonicalSlot(programs, op.program, slot)
      return BUFFERS * index + NUMBER_OF[buffer]
    }
    const race = (other: PlacedOp, slot: Slot) => ({
      at,
      race: { kind: 'race', slot, first: opAt(other), second: opAt(op) } as const,
    })
    for (const slot of reads) {
      const name = nameOf(slot)
      const write = lastWrite.get(name)
      if (write && !before(write, op)) return race(write, slot)
      const readers = readsSince.get(name)
      if (readers) readers.push(op)
      else readsSince.set(name, [op])
    }
    for (const slot of writes) {
      const name = nameOf(slot)
      const write = lastWrite.get(name)
      const unordered =
        readsSince.get(name)?.find((access) => !before(access, op)) ??
        (write && !before(write, op) ? write : undefined)
      if (unordered) return race(unordered, slot)
      lastWrite.set(name, op)
      readsSince.delete(name)
    }
  }
  return undefined
}

/** The most that any awaited op knows. */
function setClock(start: number, waits: readonly number[], clocks: Uint32Array, count: number): void {
  clocks.fill(0, start, start + count)
  for (const other of waits)
    for (let lane = 0, known = other * count; lane < count; lane++, known++)
      if ((clocks[known] as number) > (clocks[start + lane] as number))
        clocks[start + lane] = clocks[known] as number
}

/** Slots that an op reads and writes. */
function accessesOf({ operation }: PlacedOp): {
  readonly reads: readonly Slot[]
  readonly writes: readonly Slot[]
} {
  const all = (slot: Slot | undefined) =>
    slot ? Array.from({ length: operation.count }, (_, at) => slotAt(slot, at)) : []
  const reads = readsSource(operation.kind) ? all(operation.source) : []
  return {
    reads: operation.kind === 'reduce' ? [...reads, ...all(operation.target)] : reads,
    writes: writesTarget(operation.kind) ? all(operation.target) : [],
  }
}
