/**
 * A rank's program made ready to run: for each op which parts of the data it touches, independent of how many elements there are.
 * Made once for an algorithm, ranks, root and in place or not; create-communicator.ts keeps it.
 */
import { canBeInPlace, compile } from '../../core/programs/compile.ts'
import {
  type Op,
  type Program,
  type Programs,
  receives,
  type Slot,
  sends,
} from '../../core/programs/program.ts'
import type { Algorithm, Rank } from '../../core/schedules/schedule.ts'
import { joinedOps, messageChunks } from './join-ops.ts'

export interface Plan {
  readonly blocks: readonly PlanBlock[]
  /** k: pieces that one block of data (what one call passes as `count`) is cut into, as in collectives/conditions.ts. */
  readonly pieces: number
  /** Chunks of the largest message of any rank: the tiles, which all ranks must cut alike, follow from it. */
  readonly mostChunks: number
  /** Scratch of one tile, in blocks of k chunks. */
  readonly scratchBlocks: number
  readonly inPlace: boolean
  /** Ops of all blocks. */
  readonly steps: number
}

export interface PlanBlock {
  readonly channel: number
  readonly sendTo: Rank | undefined
  readonly receiveFrom: Rank | undefined
  readonly ops: readonly PlanOp[]
}

export interface PlanOp {
  readonly kind: Op['kind']
  /** Counts the ops of the rank's program. */
  readonly step: number
  readonly sends: boolean
  readonly receives: boolean
  readonly parts: readonly Part[]
  readonly after: Op['after']
}

/** Pieces `from` up to `to` of one block of data, where they come from and where they go. */
export interface Part {
  readonly from: number
  readonly to: number
  readonly source: BlockPlace | undefined
  readonly target: BlockPlace | undefined
}

export interface BlockPlace {
  readonly buffer: Slot['buffer']
  readonly block: number
}

export interface PlanOptions {
  readonly ranks: number
  readonly rank: Rank
  readonly root: Rank
  readonly inPlace: boolean
  readonly slotBytes: number
}

/** The program of an algorithm for this rank, in two forms that do the same. All ranks take the same one for a call. */
export interface Plans {
  /** A message of the schedule is one message. For calls of which every message fits into a slot. */
  readonly whole: Plan
  /** A message is cut where its chunks do not stand together, so that more of each fits into a slot. */
  readonly cut: Plan
}

/** Ranks may differ in `inPlace`; the messages are the same. */
export function planAlgorithm(algorithm: Algorithm, options: PlanOptions): Plans {
  const { ranks, rank, root, slotBytes } = options
  const schedule = algorithm.schedule({ ranks, root })
  const mayBeInPlace = canBeInPlace(schedule)
  const inPlace = options.inPlace && mayBeInPlace
  // A slot must hold one element of each chunk of a message, of any type.
  const mostCount = Math.max(1, Math.floor(slotBytes / 8))
  const laidOut = (isInPlace: boolean) => compile(schedule, { inPlace: isInPlace, mostCount, cutAlike: true })
  const programs = laidOut(inPlace)
  const cut = planOf(programs, rank)
  const messages = messageChunks(schedule)
  const layouts = mayBeInPlace ? [programs, laidOut(!inPlace)] : [programs]
  const whole = planOf(programs, rank, joinedOps(messages, layouts, rank, mostCount))
  const mostChunks = [...messages.values()]
    .flat()
    .reduce((most, count) => Math.max(most, count), cut.mostChunks)
  return { whole: { ...whole, mostChunks }, cut }
}

/** `together`: how many ops of each block are one in turn. */
export function planOf(programs: Programs, rank: Rank, together?: readonly (readonly number[])[]): Plan {
  const program = programs.programs[rank] as Program
  const { pieces } = programs
  const groups = program.blocks.map(({ ops }, block) => grouped(ops, together?.[block]))
  const placeOf = groups.map((group) => group.flatMap((ops, place) => ops.map(() => place)))
  let step = 0
  return {
    blocks: program.blocks.map(({ channel, sendTo, receiveFrom }, at) => ({
      channel,
      sendTo,
      receiveFrom,
      ops: (groups[at] ?? []).map((ops) => {
        const { kind } = ops[0] as Op
        return {
          kind,
          step: step++,
          sends: sends(kind),
          receives: receives(kind),
          parts: ops.flatMap((op) => partsOf(op, pieces)),
          after: latest(
            ops.flatMap(({ after }) =>
              after.map(({ block, op }) => ({ block, op: placeOf[block]?.[op] as number })),
            ),
          ),
        }
      }),
    })),
    pieces,
    mostChunks: mostChunksOf(programs),
    scratchBlocks: Math.ceil(program.chunks.scratch / pieces),
    inPlace: program.inPlace,
    steps: step,
  }
}

function grouped(
  ops: readonly Op[],
  lengths: readonly number[] = ops.map(() => 1),
): readonly (readonly Op[])[] {
  let next = 0
  return lengths.map((length) => {
    next += length
    return ops.slice(next - length, next)
  })
}

/** Ops of a block are done in order: of several the last. */
function latest(after: Op['after']): Op['after'] {
  const ops = new Map<number, number>()
  for (const { block, op } of after) ops.set(block, Math.max(op, ops.get(block) ?? 0))
  return [...ops].map(([block, op]) => ({ block, op }))
}

const mostChunksOf = ({ programs }: Programs): number => {
  let most = 0
  for (const { blocks } of programs)
    for (const { ops } of blocks)
      for (const { kind, count } of ops) if (sends(kind) && count > most) most = count
  return most
}

/** An op's chunks, block by block. Its source and target stand at the same places of their blocks: see layout.ts. */
function partsOf({ source, target, count }: Op, pieces: number): readonly Part[] {
  const from = source?.index ?? target?.index ?? 0
  if (source && target && (source.index - target.index) % pieces !== 0)
    throw new RangeError(
      `chunks of unlike sizes: ${source.buffer} ${source.index}, ${target.buffer} ${target.index}`,
    )
  const parts: Part[] = []
  for (let at = 0; at < count; ) {
    const piece = (from + at) % pieces
    const length = Math.min(pieces - piece, count - at)
    const place = (slot: Slot | undefined): BlockPlace | undefined =>
      slot && { buffer: slot.buffer, block: Math.floor((slot.index + at) / pieces) }
    parts.push({ from: piece, to: piece + length, source: place(source), target: place(target) })
    at += length
  }
  return parts
}

/** One message to, or from, a peer. */
export function planMessage(direction: 'send' | 'receive', peer: Rank): Plan {
  const slot: Slot = { buffer: 'input', index: 0 }
  const op: Op =
    direction === 'send'
      ? { kind: 'send', source: slot, count: 1, after: [] }
      : { kind: 'receive', target: slot, count: 1, after: [] }
  const block = {
    channel: 0,
    ...(direction === 'send' ? { sendTo: peer } : { receiveFrom: peer }),
    ops: [op],
  }
  const program = {
    rank: 0,
    blocks: [block],
    chunks: { input: 1, output: 0, scratch: 0 },
    inPlace: false,
  }
  return {
    ...planOf({ collective: undefined, ranks: 1, root: 0, pieces: 1, programs: [program] }, 0),
    mostChunks: 1,
  }
}

/**
 * Barrier by dissemination: in round r a rank signals to the one 2^r after it, and waits for the one 2^r before it, that all of
 * 2^(r+1) ranks have come. Source: Hensgen, Finkel & Manber, "Two algorithms for barrier synchronization", 1988.
 */
export function planBarrier(rank: Rank, ranks: number): Plan {
  const rounds = Math.ceil(Math.log2(ranks))
  const blocks = Array.from({ length: rounds }, (_, round) => {
    const received = round === 0 ? [] : [{ block: round - 1, op: 1 }]
    return {
      channel: 0,
      sendTo: (rank + 2 ** round) % ranks,
      receiveFrom: (rank + ranks - 2 ** round) % ranks,
      ops: [
        { kind: 'send', count: 0, after: received },
        { kind: 'receive', count: 0, after: [] },
      ] satisfies Op[],
    }
  })
  const program = { rank: 0, blocks, chunks: { input: 0, output: 0, scratch: 0 }, inPlace: false }
  return planOf({ collective: undefined, ranks: 1, root: 0, pieces: 1, programs: [program] }, 0)
}
