/** One call of a collective at one rank, with addresses in the rank's heap. */
import type { Rank } from '../core/collectives/conditions.ts'
import type { CollectiveName } from '../core/collectives/names.ts'
import type { DataType, ReduceOp } from './data-types.ts'
import type { Address } from './transports/transport.ts'

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
