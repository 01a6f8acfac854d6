/** The ranks of one collective on a machine: how many, on how many nodes, and what each GPU and NIC of them carries. */
import type { MachineFacts, NicFacts } from '../topology/facts.ts'

export interface Job {
  readonly facts: MachineFacts
  readonly ranks: number
  readonly nodes: number
  readonly ranksPerNode: number
  /**
   * What the slowest GPU of the job reaches the others of its node with, one direction, bytes/s: all its NVLinks or
   * xGMI links to them, or its PCIe path.
   */
  readonly insideBandwidth: number
  /** Inside the node the GPUs talk over NVLink or xGMI and not over PCIe. */
  readonly linked: boolean
  /** The NICs of one node that the job can use; empty on one node. */
  readonly nics: readonly NicFacts[]
}
