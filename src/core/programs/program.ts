/**
 * What one rank does to carry out a schedule: blocks that run side by side, each with at most one peer to send to and one to
 * receive from. A foreign file (MSCCL XML) enters as programs; a schedule is compiled to them (compile.ts).
 */
import type { CollectiveName } from '../collectives/names.ts'
import type { Rank } from '../schedules/schedule.ts'

export interface Slot {
  readonly buffer: 'input' | 'output' | 'scratch'
  /** In chunks. */
  readonly index: number
}

export type OpKind =
  /** `source` goes to the block's peer. */
  | 'send'
  /** What comes from the peer goes to `target`. */
  | 'receive'
  | 'receive-copy-send'
  /** What comes and `source` are added and sent on; nothing is stored. */
  | 'receive-reduce-send'
  /** What comes and `source` are added into `target`. */
  | 'receive-reduce-copy'
  | 'receive-reduce-copy-send'
  | 'copy'
  /** `source` is added to `target`. */
  | 'reduce'
  /** Only waits. */
  | 'nop'

export interface OpPlace {
  readonly block: number
  readonly op: number
}

export interface Op {
  readonly kind: OpKind
  readonly source?: Slot
  readonly target?: Slot
  /** Neighbouring chunks that it handles. */
  readonly count: number
  /** Ops of other blocks of the same rank that are done before it starts. */
  readonly after: readonly OpPlace[]
}

/** Its ops run in order; the messages of a connection (sender, receiver, channel) arrive in the order in which they were sent. */
export interface Block {
  readonly channel: number
  readonly sendTo?: Rank
  readonly receiveFrom?: Rank
  readonly ops: readonly Op[]
}

export interface Program {
  readonly rank: Rank
  readonly blocks: readonly Block[]
  /** Sizes of the buffers. */
  readonly chunks: { readonly input: number; readonly output: number; readonly scratch: number }
  /** Input and output are one buffer: see canonicalSlot. */
  readonly inPlace: boolean
}

/** The programs of all ranks, then of the switches that add, and what they do together. */
export interface Programs {
  /** undefined: no collective that ringscope knows; then there is no promise to hold the result against. */
  readonly collective: CollectiveName | undefined
  readonly ranks: number
  readonly root: Rank
  /** Pieces that one block of data is cut into, as in collectives/conditions.ts. */
  readonly pieces: number
  readonly programs: readonly Program[]
}

export const sends = (kind: OpKind): boolean => kind === 'send' || kind.endsWith('-send')
export const receives = (kind: OpKind): boolean => kind.startsWith('receive')

/** Whether the op reads what stands in its source, and whether it stores in its target. */
export const readsSource = (kind: OpKind): boolean =>
  kind === 'send' || kind === 'copy' || kind === 'reduce' || kind.startsWith('receive-reduce')
export const writesTarget = (kind: OpKind): boolean =>
  kind === 'receive' || kind === 'copy' || kind === 'reduce' || /-copy(-send)?$/.test(kind)

/**
 * The name by which a slot is known when input and output are one buffer, as NCCL defines in-place: all_gather's input is the
 * rank's part of the output, reduce_scatter's output the rank's part of the input; gather and scatter so at the root alone.
 */
export function canonicalSlot(
  { collective, root, pieces }: Programs,
  { rank, inPlace }: Program,
  slot: Slot,
): Slot {
  if (!inPlace) return slot
  const { buffer, index } = slot
  const own = rank * pieces + index
  switch (collective) {
    case 'all_gather':
      return buffer === 'input' ? { buffer: 'output', index: own } : slot
    case 'gather':
      return buffer === 'input' && rank === root ? { buffer: 'output', index: own } : slot
    case 'reduce_scatter':
      return buffer === 'output' ? { buffer: 'input', index: own } : slot
    case 'scatter':
      return buffer === 'output' && rank === root ? { buffer: 'input', index: own } : slot
    case 'all_reduce':
    case 'reduce':
    case 'broadcast':
      return buffer === 'output' ? { buffer: 'input', index } : slot
    case 'all_to_all':
    case 'send_recv':
    case undefined:
      return slot
  }
}
