/** What goes wrong in an NCCL log, and what ranks were doing then. */
import type { Place } from './place.ts'

/** A line of level WARN. */
export interface LogWarning {
  readonly text: string
  /** "transport/net_ib.cc:148" */
  readonly source?: string
}

/** The NIC gave a work request back with an error. */
export interface LogCompletion {
  /** IBV_WC_*: 12 is "transport retry counter exceeded". */
  readonly status: number
  readonly vendor?: number
  readonly peer?: string
  readonly nic?: string
}

/** The last collectives that one rank called on one communicator (NCCL_DEBUG_SUBSYS=COLL). */
export interface LogOperations {
  readonly speaker: number
  readonly pointer: string
  readonly ranks?: number
  /** Of all calls. */
  readonly calls: number
  /** The lines of the first and the last. */
  readonly firstLine: number
  readonly lastLine: number
  readonly last: readonly LogOperation[]
}

export interface LogOperation {
  readonly opCount: number
  /** "AllReduce" */
  readonly collective: string
  readonly count: number
  readonly datatype: number
  readonly op: number
  readonly root: number
  readonly place: Place
}

/** A line of PyTorch's watchdog (torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp). */
export interface LogWatchdog {
  /** "0", "1 (default_pg)": the process group, where it is named. */
  readonly group?: string
  readonly rank: number
  /** Of the work that timed out, or that failed. */
  readonly sequence?: number
  /** "ALLREDUCE" */
  readonly operation?: string
  readonly elements?: number
  readonly timeoutSeconds?: number
  readonly lastEnqueued?: number
  readonly lastCompleted?: number
  readonly place: Place
}
