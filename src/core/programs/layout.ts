/** Where each chunk stands at each rank while a program runs: in the input, in the output, or in scratch. */
import type { Conditions } from '../collectives/conditions.ts'
import { type ChunkIndex, conditionsOf, type Rank, type Schedule } from '../schedules/schedule.ts'
import { canonicalSlot, type Program, type Programs, type Slot } from './program.ts'

export interface Layout {
  home(node: Rank, chunk: ChunkIndex): Slot
  /** Chunks that must be brought from the input to their home before anything else. */
  copies(node: Rank): readonly { readonly chunk: ChunkIndex; readonly from: Slot }[]
  chunks(node: Rank): Program['chunks']
}

/** Which chunks a node reads or writes. */
export interface Touched {
  readonly read: ReadonlySet<ChunkIndex>
  readonly written: ReadonlySet<ChunkIndex>
}

/**
 * In place, chunks stand where the one buffer has them. Otherwise the input stays as it is: what is owed stands in the output,
 * what is only passed on or added up stands in scratch.
 */
export function layoutOf(schedule: Schedule, inPlace: boolean, touched: readonly Touched[]): Layout {
  const promised = conditionsOf(schedule)
  const { collective, ranks, root } = schedule
  const together: Programs = { collective, ranks, root, pieces: promised.pieces, programs: [] }
  const nodes = touched.map((nodeTouched, node) => nodeLayout(node, nodeTouched, promised, together, inPlace))
  const at = (node: Rank) => nodes[node] as NodeLayout
  return {
    home: (node, chunk) => at(node).homes.get(chunk) as Slot,
    copies: (node) => at(node).copies,
    chunks: (node) => at(node).chunks,
  }
}

interface NodeLayout {
  readonly homes: ReadonlyMap<ChunkIndex, Slot>
  readonly copies: readonly { readonly chunk: ChunkIndex; readonly from: Slot }[]
  readonly chunks: Program['chunks']
}

function nodeLayout(
  node: Rank,
  { read, written }: Touched,
  promised: Conditions,
  together: Programs,
  inPlace: boolean,
): NodeLayout {
  const slots = (
    buffer: Slot['buffer'],
    held: readonly { readonly chunk: ChunkIndex; readonly slot: number }[],
  ) => new Map(held.map(({ chunk, slot }): [ChunkIndex, Slot] => [chunk, { buffer, index: slot }]))
  const isRank = node < promised.ranks
  const inputs = slots('input', isRank ? promised.before(node) : [])
  const outputs = slots('output', isRank ? promised.after(node) : [])
  const chunks = sizes(inputs.size, outputs.size, promised, inPlace)
  const program: Program = { rank: node, blocks: [], chunks, inPlace }
  const homes = new Map<ChunkIndex, Slot>()
  const copies: { chunk: ChunkIndex; from: Slot }[] = []
  const scratch = scratchSlots(promised.pieces)
  for (const chunk of [...new Set([...inputs.keys(), ...outputs.keys(), ...read, ...written])].sort(
    (a, b) => a - b,
  )) {
    const [input, output] = [inputs.get(chunk), outputs.get(chunk)]
    const same = inPlace ? canonicalSlot(together, program, output ?? input ?? NO_SLOT) : undefined
    const untouched = input && !output && !written.has(chunk)
    const home = same && same !== NO_SLOT ? same : untouched ? input : (output ?? scratch.slotOf(chunk))
    homes.set(chunk, home)
    const start = input && inPlace ? canonicalSlot(together, program, input) : input
    if (start && (start.buffer !== home.buffer || start.index !== home.index))
      copies.push({ chunk, from: start })
  }
  return { homes, copies, chunks: { ...chunks, scratch: scratch.size() } }
}

/** Whole blocks, as in the other buffers: a slot's place in its block tells how many elements it has when they do not divide. */
function scratchSlots(pieces: number) {
  const places = new Map<number, number>()
  return {
    slotOf(chunk: ChunkIndex): Slot {
      const block = Math.floor(chunk / pieces)
      const place = places.get(block) ?? places.size
      places.set(block, place)
      return { buffer: 'scratch', index: place * pieces + (chunk % pieces) }
    },
    size: () => places.size * pieces,
  }
}

const NO_SLOT: Slot = { buffer: 'scratch', index: -1 }

/** Where input and output are the same slots, one name of the buffer is as long as the other. */
function sizes(
  input: number,
  output: number,
  { collective }: Conditions,
  inPlace: boolean,
): Program['chunks'] {
  const same = collective === 'all_reduce' || collective === 'broadcast' || collective === 'reduce'
  const longer = Math.max(input, output)
  return inPlace && same ? { input: longer, output: longer, scratch: 0 } : { input, output, scratch: 0 }
}
