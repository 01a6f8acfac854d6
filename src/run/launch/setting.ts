/** What the process that starts ranks and the ranks themselves agree on, whatever they are: threads or processes. */
import type { Rank } from '../../core/collectives/conditions.ts'
import type { Transport } from '../transports/transport.ts'
import type { RankEnd, RankMessage } from './rank-end.ts'

/** What every rank is given when it is started: plain data. */
export interface RankSetting {
  readonly rank: Rank
  readonly ranks: number
  /** Which call of launch in the module the rank belongs to, counted from 0. */
  readonly launch: number
  /** How the calls before that one ended; a hole for one that is still under way. */
  readonly earlier: readonly (LaunchEnd | undefined)[]
  readonly data: unknown
  readonly bind?: 'core'
  readonly timeoutSeconds?: number
}

export type LaunchEnd =
  | { readonly kind: 'results'; readonly values: readonly unknown[] }
  | Extract<RankEnd, { kind: 'failed' }>

/** What is given to what starts ranks. */
export interface Start {
  readonly module: URL
  readonly ranks: number
  readonly setting: Omit<RankSetting, 'rank'>
  readonly memoryBytes?: number
  /** Never throws. */
  readonly onReport: (value: unknown, rank: Rank) => void
}

/** The rank that this thread or process is. */
export interface CurrentRank {
  readonly setting: RankSetting
  connect(): Promise<Transport>
  /** Throws where the value cannot be cloned. */
  send(message: RankMessage): void
  /** Marks this rank as lost for the others. */
  fail(reason: string): void
  /** Ends the thread or process; what was sent and printed arrives. */
  end(): Promise<never>
}
