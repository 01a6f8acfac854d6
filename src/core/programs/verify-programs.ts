/**
 * Are programs right, in every order that their waits allow? Three questions, each answered for all orders at once: do they come
 * to an end; is every pair of ops that touch one slot, one of them writing, ordered (happens-before: order in a block, waits,
 * messages; by vector clocks); and does the one result then hold what the collective promises. Free of races, all orders give
 * the same result, so carrying out one of them suffices.
 */
import { conditions } from '../collectives/conditions.ts'
import { type Contributors, equal, inBoth, only, ranksIn, setOf, union } from '../schedules/contributors.ts'
import type { ChunkIndex, Rank } from '../schedules/schedule.ts'
import { drawOrder } from '../schedules/topological-order.ts'
import type { Programs, Slot } from './program.ts'
import {
  type GraphProblem,
  graphOf,
  type OpAt,
  opAt,
  type PlacedOp,
  type ProgramGraph,
  waitsWithSlots,
} from './program-graph.ts'
import { findRace, type Race, type TooLargeToCheck } from './races.ts'
import { emptyMemory, type Memory, runOps } from './run-ops.ts'

export type ProgramProblem =
  | GraphProblem
  /** These ops wait for each other in a circle, or for one that does. */
  | { readonly kind: 'deadlock'; readonly stuck: readonly OpAt[] }
  | Race
  | TooLargeToCheck
  /** The op reads a slot that nothing was written to. */
  | { readonly kind: 'undefined-read'; readonly at: OpAt; readonly slot: Slot }
  /** It adds pieces of data that do not belong together. */
  | { readonly kind: 'mixed-chunks'; readonly at: OpAt; readonly chunks: readonly [ChunkIndex, ChunkIndex] }
  | {
      readonly kind: 'added-twice'
      readonly at: OpAt
      readonly chunk: ChunkIndex
      readonly contributor: Rank
    }
  | {
      readonly kind: 'wrong-result'
      readonly rank: Rank
      readonly slot: Slot
      readonly chunk: ChunkIndex
      /** What stands in the slot instead; undefined: nothing. */
      readonly seen: { readonly chunk: ChunkIndex; readonly contributors: readonly Rank[] } | undefined
    }

export type ProgramsVerified =
  | {
      readonly ok: true
      /** Messages that a connection must hold for the programs to come to an end. */
      readonly slots: number
      /** false: the collective is none that ringscope knows, only order was checked. */
      readonly resultChecked: boolean
    }
  | { readonly ok: false; readonly problem: ProgramProblem }

export function verifyPrograms(programs: Programs): ProgramsVerified {
  const graphed = graphOf(programs)
  if (!graphed.ok) return graphed
  const { graph } = graphed
  const order = drawOrder(graph.ops.length, waitsWithSlots(graph, graph.ops.length))
  const problem =
    deadlock(graph, order) ?? findRace(programs, graph, order) ?? wrongValues(programs, graph, order)
  if (problem) return { ok: false, problem }
  return { ok: true, slots: minimumSlots(graph), resultChecked: programs.collective !== undefined }
}

/** Fewest messages a connection must hold. More never hurt, so it is found by halving. */
export function minimumSlots(graph: ProgramGraph): number {
  const ends = (slots: number) =>
    drawOrder(graph.ops.length, waitsWithSlots(graph, slots)).length === graph.ops.length
  let enough = Math.max(1, ...graph.connections.map((connection) => connection.sends.length))
  let tooFew = 0
  for (let slots = 1; slots < enough; slots *= 2)
    if (ends(slots)) enough = slots
    else tooFew = slots
  while (enough - tooFew > 1) {
    const middle = (enough + tooFew) >> 1
    if (ends(middle)) enough = middle
    else tooFew = middle
  }
  return enough
}

function deadlock({ ops }: ProgramGraph, order: readonly number[]): ProgramProblem | undefined {
  if (order.length === ops.length) return undefined
  const done = new Set(order)
  const stuck = ops.filter(({ index }) => !done.has(index))
  // Of each block only the first that cannot start.
  return { kind: 'deadlock', stuck: stuck.filter(({ lane }, at) => stuck[at - 1]?.lane !== lane).map(opAt) }
}

interface Sum {
  readonly chunk: ChunkIndex
  readonly contributors: Contributors
}

function wrongValues(
  programs: Programs,
  graph: ProgramGraph,
  order: readonly number[],
): ProgramProblem | undefined {
  const memory = memoryBefore(programs)
  let problem: ProgramProblem | undefined
  const add = (held: Sum | undefined, coming: Sum | undefined, op: PlacedOp): Sum | undefined => {
    if (!held || !coming) return undefined
    const contributor = inBoth(held.contributors, coming.contributors)
    if (held.chunk !== coming.chunk)
      problem ??= { kind: 'mixed-chunks', at: opAt(op), chunks: [held.chunk, coming.chunk] }
    else if (contributor !== undefined)
      problem ??= { kind: 'added-twice', at: opAt(op), chunk: held.chunk, contributor }
    return { chunk: held.chunk, contributors: union(held.contributors, coming.contributors) }
  }
  runOps(graph, order, memory, add, {
    read: (value, op, slot) => {
      if (!value) problem ??= { kind: 'undefined-read', at: opAt(op), slot }
    },
  })
  return problem ?? wrongResult(programs, memory)
}

/** Inputs as the collective defines them; of an unknown one every slot is data of its own. */
function memoryBefore(programs: Programs): Memory<Sum> {
  const { collective, ranks, root, pieces } = programs
  const memory = emptyMemory<Sum>(programs)
  const promised = collective && conditions(collective, { ranks, root, pieces })
  const widest = Math.max(...programs.programs.map(({ chunks }) => Math.max(chunks.input, chunks.output)))
  for (const program of programs.programs.slice(0, ranks)) {
    const { rank, chunks } = program
    const held = promised
      ? promised.before(rank)
      : Array.from({ length: chunks.input }, (_, slot) => ({ chunk: rank * widest + slot, slot }))
    for (const { chunk, slot } of held)
      memory.set(program, { buffer: 'input', index: slot }, { chunk, contributors: only(rank, ranks) })
  }
  return memory
}

function wrongResult(programs: Programs, memory: Memory<Sum>): ProgramProblem | undefined {
  const { collective, ranks, root, pieces } = programs
  if (!collective) return undefined
  const promised = conditions(collective, { ranks, root, pieces })
  const sets = new Map<readonly Rank[], Contributors>()
  for (const program of programs.programs.slice(0, ranks))
    for (const { chunk, slot: index, contributors } of promised.after(program.rank)) {
      const slot: Slot = { buffer: 'output', index }
      const seen = memory.get(program, slot)
      const wanted = sets.get(contributors) ?? setOf(contributors, ranks)
      sets.set(contributors, wanted)
      if (!seen || seen.chunk !== chunk || !equal(seen.contributors, wanted))
        return {
          kind: 'wrong-result',
          rank: program.rank,
          slot,
          chunk,
          seen: seen && { chunk: seen.chunk, contributors: ranksIn(seen.contributors) },
        }
    }
  return undefined
}
