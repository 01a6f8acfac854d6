/** What NCCL's RAS subsystem (ncclras) says of a running job: who has launched how many operations, and who does not answer. */
import type { Place } from './place.ts'

export interface RasReport {
  readonly kind: 'ras-report'
  readonly communicators: readonly RasCommunicator[]
  /** Processes that RAS has given up. */
  readonly dead: readonly RasProcess[]
  readonly place: Place
}

export interface RasCommunicator {
  /** "27a079b828ff1a75" */
  readonly hash: string
  readonly size?: number
  /** Ranks whose counts of operations differ: who has launched how many; undefined where all are alike. */
  readonly counts?: readonly RasCount[]
  readonly missing: readonly RasRank[]
  readonly place: Place
}

/** So many ranks have launched up to this operation. */
export interface RasCount {
  /** "AllReduce"; absent before 2.26, which counts all together. */
  readonly collective?: string
  readonly launched: number
  readonly ranks: number
  /** Named where they are few. */
  readonly members: readonly RasRank[]
  readonly place: Place
}

export interface RasRank {
  readonly rank: number
  readonly host?: string
  readonly gpu?: string
}

export interface RasProcess {
  readonly host: string
  readonly pid: number
  readonly place: Place
}
