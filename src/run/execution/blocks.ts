/** Where the blocks of a rank's plan stand while it runs: which op of which tile is next, and what it waits for. */
import type { Rank } from '../../core/collectives/conditions.ts'
import type { Waiting } from '../../core/collectives/run-problem.ts'
import type { Plan, PlanBlock, PlanOp } from '../plan/plan.ts'
import type { Transport } from '../transports/transport.ts'

export interface Block {
  readonly channel: number
  /** -1: none. */
  readonly sendTo: Rank
  readonly receiveFrom: Rank
  readonly ops: readonly PlacedOp[]
  tile: number
  op: number
  /** Ops done, of all tiles. */
  done: number
  /** The tile for which the ops' addresses are worked out. */
  resolved: number
  /** performance.now() when it began to wait for a peer; 0: it does not. Only kept for a recorder. */
  waitsSince: number
}

/** With the addresses of its parts in the tile for which they were worked out. */
export interface PlacedOp extends PlanOp {
  readonly sources: Float64Array
  readonly targets: Float64Array
  readonly lengths: Float64Array
  bytes: number
  readonly waits: { readonly block: Block; readonly op: number }[]
}

export function beginBlocks(plan: Plan): readonly Block[] {
  const blocks = plan.blocks.map(beginBlock)
  for (const [at, block] of blocks.entries())
    for (const [place, op] of block.ops.entries())
      for (const after of plan.blocks[at]?.ops[place]?.after ?? [])
        op.waits.push({ block: blocks[after.block] as Block, op: after.op })
  return blocks
}

function beginBlock({ channel, sendTo = -1, receiveFrom = -1, ops }: PlanBlock): Block {
  return {
    channel,
    sendTo,
    receiveFrom,
    ops: ops.map((op) => ({
      ...op,
      sources: new Float64Array(op.parts.length),
      targets: new Float64Array(op.parts.length),
      lengths: new Float64Array(op.parts.length),
      bytes: 0,
      waits: [],
    })),
    tile: 0,
    op: 0,
    done: 0,
    resolved: -1,
    waitsSince: 0,
  }
}

export function waitsForOps({ waits }: PlacedOp, tile: number): boolean {
  for (let at = 0; at < waits.length; at++) {
    const { block, op } = waits[at] as PlacedOp['waits'][number]
    if (block.done <= tile * block.ops.length + op) return true
  }
  return false
}

/** The message or slot that the block's next op waits for; waits for other ops of the rank follow from those. */
export function waitingAt(block: Block, transport: Transport): Waiting | undefined {
  const op = block.ops[block.op]
  const { channel, sendTo, receiveFrom } = block
  if (!op || waitsForOps(op, block.tile)) return undefined
  if (op.receives && transport.arrived(receiveFrom, channel) === 0)
    return { peer: receiveFrom, direction: 'receive', channel }
  if (op.sends && transport.slotFor(sendTo, channel) === 0)
    return { peer: sendTo, direction: 'send', channel }
  return undefined
}
