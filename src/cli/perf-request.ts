/** The options of `perf`: as typed, and as read. */
import type { PerfOptions } from '../run/perf/options.ts'

/** The letters are nccl-tests' own. */
export interface PerfArguments {
  readonly b?: string
  readonly e?: string
  readonly f?: string
  readonly i?: string
  readonly g?: string
  readonly n?: string
  readonly w?: string
  readonly m?: string
  readonly c?: string
  readonly d?: string
  readonly o?: string
  readonly r?: string
  readonly a?: string
  readonly z?: string
  readonly I?: string
  readonly J?: string
  readonly timeline?: string
  readonly pairs?: boolean
  readonly report?: boolean
  readonly transport?: string
  readonly algo?: string
  readonly delay?: readonly string[]
  readonly throttle?: readonly string[]
  readonly bind?: string
  readonly timeout?: string
}

export const TRANSPORTS = ['threads', 'tcp', 'mpi'] as const

export interface PerfRequest {
  readonly options: PerfOptions
  readonly transport: (typeof TRANSPORTS)[number]
  /** As a launcher says, or -g, or as many as there are cores. */
  readonly ranks: number
  /** 'core' unless asked: what is measured then does not depend on where the system puts a rank. */
  readonly bind: 'core' | 'none'
  /** -I 1 */
  readonly each: boolean
  readonly timeoutSeconds?: number
}
