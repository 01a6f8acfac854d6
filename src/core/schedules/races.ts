/**
 * Races of programs: two ops that touch one slot, one of them writing, with nothing that orders them. Happens-before is the order
 * in a block, a wait, or a message; each op carries a vector clock with one count a block. A wait that was forgotten shows here
 * even if every run so far was lucky: reads and writes are compared in one order, and any unordered pair is found in any order.
 * Source: Lamport, "Time, clocks, and the ordering of events in a distributed system", 1978; Mattern 1989 (vector clocks).
 */
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

/** Above this many clock entries (ops x blocks) they would not fit in memory. */
export const MOST_CLOCK_ENTRIES = 2 ** 28

export function findRace(
  programs: Programs,
  graph: ProgramGraph,
  order: readonly number[],
): Race | undefined {
  const { ops, lanes, waits } = graph
  if (ops.length * lanes > MOST_CLOCK_ENTRIES)
    throw new RangeError(`${ops.length} ops in ${lanes} blocks are too many to look for races`)
  const clocks: Uint32Array[] = new Array(ops.length)
  const before = (one: PlacedOp, other: PlacedOp) =>
    one.index === other.index || (clocks[other.index]?.[one.lane] ?? 0) > one.op
  const lastWrite = new Map<string, PlacedOp>()
  const readsSince = new Map<string, PlacedOp[]>()
  for (const number of order) {
    const op = ops[number] as PlacedOp
    clocks[number] = clockOf(op, waits[number] ?? [], clocks, lanes)
    const { reads, writes } = accessesOf(op)
    const nameOf = (slot: Slot) => {
      const { buffer, index } = canonicalSlot(programs, op.program, slot)
      return `${op.rank} ${buffer}${index}`
    }
    const race = (first: PlacedOp, slot: Slot): Race => ({
      kind: 'race',
      slot,
      first: opAt(first),
      second: opAt(op),
    })
    for (const slot of reads) {
      const write = lastWrite.get(nameOf(slot))
      if (write && !before(write, op)) return race(write, slot)
      const readers = readsSince.get(nameOf(slot))
      if (readers) readers.push(op)
      else readsSince.set(nameOf(slot), [op])
    }
    for (const slot of writes) {
      const name = nameOf(slot)
      const earlier = [...(readsSince.get(name) ?? []), lastWrite.get(name)]
      const unordered = earlier.find((its) => its && !before(its, op))
      if (unordered) return race(unordered, slot)
      lastWrite.set(name, op)
      readsSince.delete(name)
    }
  }
  return undefined
}

/** Of each block how many ops are surely done: the most that any awaited op knows, and the op itself. */
function clockOf(
  { lane, op }: PlacedOp,
  waits: readonly number[],
  clocks: readonly Uint32Array[],
  lanes: number,
): Uint32Array {
  const [first, ...rest] = waits
  const clock = first === undefined ? new Uint32Array(lanes) : (clocks[first] as Uint32Array).slice()
  for (const other of rest) {
    const its = clocks[other] as Uint32Array
    for (let at = 0; at < lanes; at++) if ((its[at] ?? 0) > (clock[at] ?? 0)) clock[at] = its[at] ?? 0
  }
  clock[lane] = op + 1
  return clock
}

/** Slots that an op reads and writes. */
function accessesOf({ its }: PlacedOp): {
  readonly reads: readonly Slot[]
  readonly writes: readonly Slot[]
} {
  const all = (slot: Slot | undefined) =>
    slot ? Array.from({ length: its.count }, (_, at) => slotAt(slot, at)) : []
  const reads = readsSource(its.kind) ? all(its.source) : []
  return {
    reads: its.kind === 'reduce' ? [...reads, ...all(its.target)] : reads,
    writes: writesTarget(its.kind) ? all(its.target) : [],
  }
}
