/** One call of a collective at one rank, with addresses in the rank's heap. */
import type { Rank } from '../../core/collectives/conditions.ts'
import type { CollectiveName } from '../../core/collectives/names.ts'
import { type DataType, dataTypes, type ReduceOp } from '../memory/data-types.ts'
import type { Address } from '../memory/heap.ts'

export interface CollectiveCall {
  readonly collective: CollectiveName
  readonly root: Rank
  readonly type: DataType
  readonly op: ReduceOp
  /** Elements of one block, as NCCL's `count`: of all_gather a rank's share, of reduce_scatter a rank's result. */
  readonly count: number
  /** Where the blocks lie: sizes as collectives/conditions.ts lays them out. 0 where this rank has no input or no output. */
  readonly input: Address
  readonly output: Address
}

/** How many blocks of `count` elements the input and the output of a rank have that gives and gets. */
export function blocksOf(
  collective: CollectiveName,
  ranks: number,
): { readonly input: number; readonly output: number } {
  switch (collective) {
    case 'all_gather':
    case 'gather':
      return { input: 1, output: ranks }
    case 'reduce_scatter':
    case 'scatter':
      return { input: ranks, output: 1 }
    case 'all_to_all':
      return { input: ranks, output: ranks }
    default:
      return { input: 1, output: 1 }
  }
}

/** Where NCCL says that a collective is in place: input and output are one buffer, or one is the rank's part of the other. */
export function isInPlace(
  { collective, input, output, root, ...sizes }: CollectiveCall,
  rank: Rank,
): boolean {
  const own = rank * sizes.count * dataTypes[sizes.type].bytes
  switch (collective) {
    case 'all_reduce':
    case 'broadcast':
      return input === output
    case 'reduce':
      return rank === root && input === output
    case 'all_gather':
      return input === output + own
    case 'gather':
      return rank === root && input === output + own
    case 'reduce_scatter':
      return output === input + own
    case 'scatter':
      return rank === root && output === input + own
    case 'all_to_all':
    case 'send_recv':
      return false
  }
}

/** They share some bytes without being in place: the call would read what it has overwritten. */
export function overlaps(call: CollectiveCall, rank: Rank, ranks: number): boolean {
  const { collective, input, output, count, type } = call
  if (input === 0 || output === 0 || isInPlace(call, rank)) return false
  const blocks = blocksOf(collective, ranks)
  const blockBytes = count * dataTypes[type].bytes
  return input < output + blocks.output * blockBytes && output < input + blocks.input * blockBytes
}
