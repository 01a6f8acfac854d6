/** What `launch` is called with: how many ranks, over what, and the function that each of them runs. */
import type { Rank } from '../../core/collectives/conditions.ts'
import type { Communicator } from '../communicator/communicator.ts'

export interface LaunchOptions<Data = undefined> {
  /** As many as there are cores unless given. */
  readonly ranks?: number
  readonly transport?: 'threads' | 'tcp' | 'mpi'
  /** Room for the arrays of each rank; 512 MiB, or what fits into 4 GiB for all, unless given. */
  readonly memoryBytes?: number
  /** Ranks that are started here get a core each, where there are enough (bind-to-core.ts); else the system places them. */
  readonly bind?: 'core'
  /** How long a collective waits for the other ranks. */
  readonly timeoutSeconds?: number
  /** The module that calls launch, as `import.meta.url`; needed when it is not the one that Node was started with. */
  readonly module?: string | URL
  /** Given to the function of each rank: plain data. */
  readonly data?: Data
  /** Called where launch was, with what ranks `report`. */
  readonly onReport?: (value: unknown, rank: Rank) => void
  /** Ends all ranks; launch rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

export interface RankContext<Data = undefined> {
  readonly data: Data
  /** Sends plain data to `onReport`. */
  report(value: unknown): void
}

export type RankProgram<Result, Data = undefined> = (
  comm: Communicator,
  context: RankContext<Data>,
) => Result | Promise<Result>
