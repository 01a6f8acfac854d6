/**
 * A schedule from programs, so that a foreign file is simulated and drawn as our own are. Every message becomes transfers of the
 * chunks it carries; each goes in the earliest step that the waits of both its ends allow. What a program keeps in scratch and
 * adds later is added on arrival. The result is verified: what cannot be said as a schedule is refused, never bent.
 */
import { failed, ok, type Result } from '../base/result.ts'
import { conditions } from '../collectives/conditions.ts'
import {
  type ChunkIndex,
  move,
  once,
  type Schedule,
  type Step,
  type Transfer,
} from '../schedules/schedule.ts'
import { drawOrder } from '../schedules/topological-order.ts'
import { type ScheduleProblem, verify } from '../schedules/verify.ts'
import { type Programs, receives, sends } from './program.ts'
import {
  type GraphProblem,
  graphOf,
  type PlacedOp,
  type ProgramGraph,
  waitsWithSlots,
} from './program-graph.ts'
import { emptyMemory, runOps } from './run-ops.ts'

export type LiftProblem =
  | GraphProblem
  | { readonly kind: 'unknown-collective' }
  | { readonly kind: 'endless' }
  /** What is wrong with the schedule that comes nearest. */
  | { readonly kind: 'no-schedule'; readonly problem: ScheduleProblem }

export function lift(programs: Programs): Result<Schedule, LiftProblem> {
  const { collective, ranks, root, pieces } = programs
  if (!collective) return failed({ kind: 'unknown-collective' })
  const graphed = graphOf(programs)
  if (!graphed.ok) return graphed
  const { graph } = graphed
  const order = drawOrder(graph.ops.length, waitsWithSlots(graph, graph.ops.length))
  if (order.length < graph.ops.length) return failed({ kind: 'endless' })
  const carried = messagesOf(programs, graph, order)
  let problem: ScheduleProblem | undefined
  // Sums of one step follow each other in list order; where a program replaces what it just got, they need steps of their own.
  for (const apart of [false, true]) {
    const steps = stepsOf(graph, order, apart)
    if (!steps) continue
    const schedule: Schedule = {
      collective,
      ranks,
      root,
      chunks: conditions(collective, { ranks, root, pieces }).chunks,
      switches: programs.programs.length - ranks,
      rounds: () => inSteps(graph, order, carried, steps).map((step) => once(() => step)),
    }
    const verified = verify(schedule)
    if (verified.ok) return ok(schedule)
    problem ??= verified.problem
  }
  return failed(problem ? { kind: 'no-schedule', problem } : { kind: 'endless' })
}

/** What stands in a slot: which chunk, and in which place of which message it came, while nothing was added to it. */
interface Piece {
  readonly chunk: ChunkIndex
  readonly cameIn?: Arrival
}

interface Arrival {
  readonly chunk: ChunkIndex
  reduce: boolean
}

/** By send op: its chunks, and whether each is added where it arrives. */
function messagesOf(
  programs: Programs,
  graph: ProgramGraph,
  order: readonly number[],
): ReadonlyMap<number, readonly Arrival[]> {
  const { collective, ranks, root, pieces } = programs
  const memory = emptyMemory<Piece>(programs)
  if (collective)
    for (const program of programs.programs.slice(0, ranks))
      for (const { chunk, slot } of conditions(collective, { ranks, root, pieces }).before(program.rank))
        memory.set(program, { buffer: 'input', index: slot }, { chunk })
  const messages = new Map<number, Arrival[]>()
  const add = (held: Piece | undefined, coming: Piece | undefined): Piece | undefined => {
    for (const piece of [held, coming]) if (piece?.cameIn) piece.cameIn.reduce = true
    const chunk = held?.chunk ?? coming?.chunk
    return chunk === undefined ? undefined : { chunk }
  }
  runOps(graph, order, memory, add, {
    received: (piece, op) => {
      if (!piece) return undefined
      const sender = graph.senderOf.get(op.index) as number
      // A switch starts empty: what comes first is added to nothing.
      const empty = op.rank >= ranks && op.operation.kind === 'receive'
      const arrival: Arrival = { chunk: piece.chunk, reduce: empty }
      const list = messages.get(sender)
      if (list) list.push(arrival)
      else messages.set(sender, [arrival])
      return { chunk: piece.chunk, cameIn: arrival }
    },
  })
  return messages
}

/**
 * The step of every message, by send op: after what either end waits for. A receipt may share the step of an earlier receipt and
 * of an earlier send (it is read before anything is written); a send comes after earlier receipts, and after the sends of its
 * block. Waits of both ends raise a step until nothing changes; undefined when that never ends.
 */
function stepsOf(
  { ops, waits, senderOf }: ProgramGraph,
  order: readonly number[],
  receiptsApart: boolean,
): ReadonlyMap<number, number> | undefined {
  const steps = new Map<number, number>()
  /** From which step on a receipt, and a send, may follow each op. */
  const forReceipt = new Int32Array(ops.length)
  const forSend = new Int32Array(ops.length)
  for (let changed = true; changed; ) {
    changed = false
    for (const number of order) {
      const { operation, lane } = ops[number] as PlacedOp
      let receipt = 0
      let send = 0
      const sender = senderOf.get(number)
      for (const earlier of waits[number] ?? []) {
        if (earlier === sender) continue
        const sameLane = (ops[earlier] as PlacedOp).lane === lane
        receipt = Math.max(receipt, forReceipt[earlier] ?? 0)
        const sent = steps.get(earlier)
        send = Math.max(send, forSend[earlier] ?? 0, sameLane && sent !== undefined ? sent + 1 : 0)
      }
      if (sender !== undefined) {
        const step = Math.max(receipt, steps.get(sender) ?? 0)
        if (step > ops.length) return undefined
        if (step !== steps.get(sender)) changed = true
        steps.set(sender, step)
        receipt = Math.max(receipt, receiptsApart ? step + 1 : step)
        send = Math.max(send, step + 1)
      }
      if (sends(operation.kind)) {
        const step = Math.max(send, steps.get(number) ?? 0)
        if (step !== steps.get(number)) changed = true
        steps.set(number, step)
        receipt = Math.max(receipt, step)
        send = Math.max(send, step)
      }
      forReceipt[number] = receipt
      forSend[number] = send
    }
  }
  return steps
}

function inSteps(
  { ops, senderOf }: ProgramGraph,
  order: readonly number[],
  carried: ReadonlyMap<number, readonly Arrival[]>,
  stepOf: ReadonlyMap<number, number>,
): readonly Step[] {
  const steps: Transfer[][] = []
  // In the order of receipts, so that sums are added up as in the program.
  for (const number of order) {
    const { operation, rank } = ops[number] as PlacedOp
    const sender = senderOf.get(number)
    if (!receives(operation.kind) || sender === undefined) continue
    const { rank: from, program, block } = ops[sender] as PlacedOp
    const channel = program.blocks.slice(0, block).filter(({ sendTo }) => sendTo !== undefined).length
    const step = stepOf.get(sender) ?? 0
    while (steps.length <= step) steps.push([])
    for (const { chunk, count, reduce } of runs(carried.get(sender) ?? []))
      steps[step]?.push(move(from, rank, chunk, reduce, { count, channel }))
  }
  return steps.filter((step) => step.length > 0)
}

function runs(arrivals: readonly Arrival[]) {
  const joined: { chunk: ChunkIndex; count: number; reduce: boolean }[] = []
  for (const { chunk, reduce } of arrivals) {
    const last = joined.at(-1)
    if (last && last.reduce === reduce && last.chunk + last.count === chunk) last.count++
    else joined.push({ chunk, count: 1, reduce })
  }
  return joined
}
