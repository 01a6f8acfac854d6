/** What the findings about the processes of a job need: versions, CPU cores, calls that differ, calls that do not end. */

export interface Call {
  /** "AllReduce", "ALLREDUCE": as the line names it. */
  readonly collective: string
  /** Elements. */
  readonly count?: number
}

export interface OddCall extends Call {
  readonly host?: string
  readonly rank?: number
  readonly gpu?: number
}

export interface JobFindings {
  'version-mismatch': {
    readonly of: 'library' | 'driver'
    readonly usual: string
    readonly usualHosts: number
    /** Empty where only NCCL's own warning says so. */
    readonly others: readonly { readonly host: string; readonly version: string }[]
  }
  'cpu-binding': {
    readonly host?: string
    readonly gpu: number
    /** GPUs of the host that are bound so. */
    readonly gpus: number
    readonly cores: number
    readonly mask: string
    /** Cores of the process for the same GPU elsewhere. */
    readonly others?: number
  }
  'collective-mismatch': {
    /** The number of the call. */
    readonly call: number
    readonly ranks: number
    /** What most ranks call. */
    readonly usual?: Call
    readonly usualRanks?: number
    readonly odd: readonly OddCall[]
    readonly by: 'calls' | 'watchdog'
  }
  hang: {
    readonly by: 'watchdog' | 'ras' | 'setup'
    readonly operation: string
    readonly sequence?: number
    readonly seconds: number
    /** Ranks that timed out, or that began their setup. */
    readonly waiting: number
    /** Ranks that did less than the others. */
    readonly behind: readonly number[]
    readonly why: 'enqueued' | 'completed' | 'unknown'
    /** Ranks without a line. */
    readonly silent: readonly number[]
    readonly group?: string
    /** Of the ranks behind or silent, where RAS names them. */
    readonly hosts: readonly string[]
    /** Two queries of RAS show the same, or it has given the ranks up. */
    readonly repeated: boolean
  }
}
