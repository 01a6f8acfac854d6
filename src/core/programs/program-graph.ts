/** The ops of all programs as one graph: what each waits for in its block, in other blocks, and for which message. */

import type { Rank } from '../schedules/schedule.ts'
import type { Wait } from '../schedules/topological-order.ts'
import {
  type Op,
  type OpPlace,
  type Program,
  type Programs,
  readsSource,
  receives,
  type Slot,
  sends,
  writesTarget,
} from './program.ts'

export interface PlacedOp extends OpPlace {
  /** Its number among all ops. */
  readonly index: number
  readonly rank: Rank
  readonly program: Program
  readonly operation: Op
  /** Number of its block among all blocks. */
  readonly lane: number
}

export interface ProgramGraph {
  readonly ops: readonly PlacedOp[]
  readonly lanes: number
  /** The op whose message each op receives. */
  readonly senderOf: ReadonlyMap<number, number>
  /** Waits of program order, of `after`, and of messages. */
  readonly waits: readonly (readonly number[])[]
  /** Op numbers of each connection in order. */
  readonly connections: readonly Connection[]
}

export interface Connection {
  readonly from: Rank
  readonly to: Rank
  readonly channel: number
  readonly sends: readonly number[]
  readonly receives: readonly number[]
}

export interface OpAt extends OpPlace {
  readonly rank: Rank
  /** In the file that it came from. */
  readonly line?: number
}

/** What makes programs unreadable before any of them runs. */
export type GraphProblem =
  /** A slot, a peer, or an op that it waits for does not exist. */
  | { readonly kind: 'no-such-place'; readonly at: OpAt; readonly what: 'slot' | 'peer' | 'wait' | 'count' }
  /** Two blocks send, or receive, on the same connection: nobody could tell their messages apart. */
  | { readonly kind: 'shared-connection'; readonly rank: Rank; readonly blocks: readonly [number, number] }
  /** One end of a connection has more messages than the other. */
  | {
      readonly kind: 'unmatched-messages'
      readonly connection: ConnectionName
      readonly sent: number
      readonly received: number
    }
  /** The ends of a message disagree on how many chunks it has. */
  | { readonly kind: 'unequal-counts'; readonly send: OpAt; readonly receive: OpAt }

export interface ConnectionName {
  readonly from: Rank
  readonly to: Rank
  readonly channel: number
}

export type Graphed =
  | { readonly ok: true; readonly graph: ProgramGraph }
  | { readonly ok: false; readonly problem: GraphProblem }

export function graphOf(programs: Programs): Graphed {
  const ops: PlacedOp[] = []
  const indexOf = new Map<Program, number[][]>()
  let lanes = 0
  for (const program of programs.programs) {
    const numbers = program.blocks.map(({ ops: ofBlock }, block) => {
      const lane = lanes++
      return ofBlock.map((op, at) => {
        ops.push({ index: ops.length, rank: program.rank, program, operation: op, block, op: at, lane })
        return ops.length - 1
      })
    })
    indexOf.set(program, numbers)
  }
  const problem = ops.map((op) => misplaced(op, programs)).find((problem) => problem !== undefined)
  if (problem) return { ok: false, problem }

  const waits: number[][] = ops.map(({ program, block, op, operation }) => {
    const numbers = indexOf.get(program) as number[][]
    const before = op > 0 ? [numbers[block]?.[op - 1] as number] : []
    return [...before, ...operation.after.map((other) => numbers[other.block]?.[other.op] as number)]
  })
  const found = connectionsOf(ops)
  if (!Array.isArray(found)) return { ok: false, problem: found as GraphProblem }
  const senderOf = new Map<number, number>()
  for (const connection of found as Connection[]) {
    const unmatched = unmatchedIn(connection, ops)
    if (unmatched) return { ok: false, problem: unmatched }
    connection.receives.forEach((receive, at) => {
      const send = connection.sends[at] as number
      senderOf.set(receive, send)
      waits[receive]?.push(send)
    })
  }
  return { ok: true, graph: { ops, lanes, senderOf, waits, connections: found as Connection[] } }
}

/** All waits, and those of connections that hold no more than `slots` messages: the sender waits until one is taken out. */
export const waitsWithSlots =
  ({ waits, connections }: ProgramGraph, slots: number) =>
  (wait: Wait): void => {
    waits.forEach((earlierOps, op) => {
      for (const earlier of earlierOps) wait(op, earlier)
    })
    for (const { sends: sent, receives: received } of connections)
      for (let at = slots; at < sent.length; at++) wait(sent[at] as number, received[at - slots] as number)
  }

export const opAt = ({ rank, block, op }: PlacedOp): OpAt => ({ rank, block, op })

function misplaced(op: PlacedOp, programs: Programs): GraphProblem | undefined {
  const { operation, program, block } = op
  const wrong = (what: 'slot' | 'peer' | 'wait' | 'count'): GraphProblem => ({
    kind: 'no-such-place',
    at: opAt(op),
    what,
  })
  if (
    !Number.isInteger(operation.count) ||
    (operation.kind === 'nop' ? operation.count < 0 : operation.count < 1)
  )
    return wrong('count')
  if (readsSource(operation.kind) && !isSlot(operation.source, operation.count, programs, program))
    return wrong('slot')
  if (writesTarget(operation.kind) && !isSlot(operation.target, operation.count, programs, program))
    return wrong('slot')
  const { sendTo, receiveFrom } = program.blocks[block] ?? {}
  const isPeer = (rank: Rank | undefined) =>
    rank !== undefined && rank !== program.rank && programs.programs[rank] !== undefined
  if (sends(operation.kind) && !isPeer(sendTo)) return wrong('peer')
  if (receives(operation.kind) && !isPeer(receiveFrom)) return wrong('peer')
  if (operation.after.some((other) => program.blocks[other.block]?.ops[other.op] === undefined))
    return wrong('wait')
  return undefined
}

/** In place, a slot may be meant by its other name: both buffers are as long as the longer. */
function isSlot(
  slot: Slot | undefined,
  count: number,
  { collective }: Programs,
  { chunks, inPlace }: Program,
): boolean {
  if (!slot || !Number.isInteger(slot.index) || slot.index < 0) return false
  const oneBuffer =
    inPlace && slot.buffer !== 'scratch' && collective !== 'all_gather' && collective !== 'reduce_scatter'
  const size = oneBuffer ? Math.max(chunks.input, chunks.output) : chunks[slot.buffer]
  return slot.index + count <= size
}

function connectionsOf(ops: readonly PlacedOp[]): readonly Connection[] | GraphProblem {
  interface End {
    readonly op: PlacedOp
    readonly list: number[]
  }
  const byName = new Map<
    string,
    { readonly name: ConnectionName; readonly sends: End; readonly receives: End }
  >()
  const ends = { sends: new Map<string, End>(), receives: new Map<string, End>() }
  for (const op of ops) {
    const { channel, sendTo, receiveFrom } = op.program.blocks[op.block] as Program['blocks'][number]
    for (const side of ['sends', 'receives'] as const) {
      if (!(side === 'sends' ? sends(op.operation.kind) : receives(op.operation.kind))) continue
      const name =
        side === 'sends'
          ? { from: op.rank, to: sendTo as Rank, channel }
          : { from: receiveFrom as Rank, to: op.rank, channel }
      const key = `${name.from}>${name.to}/${channel}`
      const end = ends[side].get(key) ?? { op, list: [] }
      ends[side].set(key, end)
      if (end.op.lane !== op.lane)
        return { kind: 'shared-connection', rank: op.rank, blocks: [end.op.block, op.block] }
      end.list.push(op.index)
      const nothing: End = { op, list: [] }
      byName.set(key, {
        name,
        sends: ends.sends.get(key) ?? nothing,
        receives: ends.receives.get(key) ?? nothing,
      })
    }
  }
  return [...byName.values()].map((connection) => ({
    ...connection.name,
    sends: connection.sends.list,
    receives: connection.receives.list,
  }))
}

function unmatchedIn(
  { from, to, channel, ...ends }: Connection,
  ops: readonly PlacedOp[],
): GraphProblem | undefined {
  if (ends.sends.length !== ends.receives.length)
    return {
      kind: 'unmatched-messages',
      connection: { from, to, channel },
      sent: ends.sends.length,
      received: ends.receives.length,
    }
  for (const [at, number] of ends.sends.entries()) {
    const send = ops[number] as PlacedOp
    const receive = ops[ends.receives[at] as number] as PlacedOp
    if (send.operation.count !== receive.operation.count)
      return { kind: 'unequal-counts', send: opAt(send), receive: opAt(receive) }
  }
  return undefined
}
