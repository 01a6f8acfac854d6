/** A measured table: what nccl-tests printed on one machine, at the sizes that matter for the shape of its curve. */
import type { Bytes } from '../../base/units.ts'
import type { CollectiveName } from '../../collectives/names.ts'
import type { Machine } from '../../machine/machine.ts'
import type { NcclAlgorithm } from '../nccl-tables.ts'

export interface MeasuredTable {
  readonly id: string
  readonly title: string
  /** Where the numbers stand. */
  readonly source: string
  readonly machine: Machine
  readonly collective: CollectiveName
  /** Where NCCL_ALGO was set. */
  readonly algorithm?: NcclAlgorithm
  /** Size, and time of one operation in us. */
  readonly rows: readonly (readonly [bytes: Bytes, microseconds: number])[]
}
