/** What can go wrong when a collective runs on real data. The sentences: messages/{en,zh}/run-problems.ts. */
import type { Seconds } from '../base/units.ts'
import type { Rank } from './conditions.ts'
import type { CollectiveName } from './names.ts'

/** Where in a collective a rank stands. */
export interface RunPlace {
  /** Counts the collectives of this communicator from 0; of a send or receive, the messages from or to its peer. */
  readonly sequence: number
  /** 'barrier' and point-to-point calls are no collectives with a schedule. */
  readonly operation: CollectiveName | 'barrier' | 'send' | 'receive'
  /** A message has none. */
  readonly algorithm?: string
  /** The op of the rank's program, counted from 0, of how many; of a native algorithm its phase. */
  readonly step?: number
  readonly steps?: number
}

/** A message that does not come, or does not go. */
export interface Waiting {
  readonly peer: Rank
  readonly direction: 'send' | 'receive'
  readonly channel: number
}

/** Of an algorithm whose ranks meet only where all call the same kind of method: which kind this rank called. */
export type CalledBy = 'Sync' | 'Promise'

export type RunProblem =
  | {
      readonly kind: 'timeout'
      readonly rank: Rank
      readonly seconds: Seconds
      readonly place?: RunPlace
      readonly waiting: readonly Waiting[]
      readonly calledBy?: CalledBy
    }
  /** The peer's process or thread ended, or its connection was cut. */
  | {
      readonly kind: 'peer-lost'
      readonly rank: Rank
      readonly peer: Rank
      readonly place?: RunPlace
      readonly reason?: string
    }
  /** The peer called something else at the same place of the sequence. */
  | {
      readonly kind: 'mismatch'
      readonly rank: Rank
      readonly peer: Rank
      readonly place: RunPlace
      readonly here: string
      readonly there: string
      readonly calledBy?: CalledBy
    }
  /** Before any collective: ranks that do not fit each other. */
  | { readonly kind: 'world-size'; readonly here: number; readonly there: number; readonly peer: Rank }
  | { readonly kind: 'rank-taken'; readonly rank: Rank; readonly by?: string }
  | { readonly kind: 'rank-missing'; readonly ranks: readonly Rank[]; readonly seconds: Seconds }
  | { readonly kind: 'address-in-use'; readonly address: string }
  /** Where a rank shall listen: no address of its host, or no name. */
  | { readonly kind: 'address-not-here'; readonly address: string; readonly reason: string }
  | {
      readonly kind: 'rendezvous-unreachable'
      readonly address: string
      readonly seconds: Seconds
      readonly reason: string
    }
  | { readonly kind: 'refused'; readonly address: string; readonly reason: 'token' | 'protocol' | 'version' }
  /** A rank's own function threw. */
  | { readonly kind: 'rank-failed'; readonly rank: Rank; readonly reason: string }
  /** It ended without an error before its function did. `nested`: it has called launch in there. */
  | {
      readonly kind: 'unsettled'
      readonly rank: Rank
      readonly exitCode: number
      readonly nested: boolean
    }
  | {
      readonly kind: 'memory-exhausted'
      readonly wantedBytes: number
      readonly freeBytes: number
      readonly arenaBytes: number
    }
  | {
      readonly kind: 'unsupported-algorithm'
      readonly algorithm: string
      readonly operation: CollectiveName
      readonly ranks: number
      readonly known: readonly string[]
    }
  | {
      readonly kind: 'unavailable'
      readonly what: 'koffi' | 'kernels'
      readonly reason: string
    }
  /** No library of the wanted MPI could be loaded. `tried`: library files, each with the loader's reason. */
  | {
      readonly kind: 'mpi-not-found'
      readonly wanted?: 'openmpi' | 'mpich'
      readonly tried: readonly string[]
    }
  /** MPI ranks are started by mpirun or srun; this process was not, or for another number of ranks. */
  | { readonly kind: 'mpi-not-launched'; readonly wantedRanks: number; readonly ranks: number }
  /** The socket that MPICH's mpirun left open for this process (PMI_FD) is not there. */
  | { readonly kind: 'mpi-pipe-lost'; readonly descriptor: number }
  /** The launcher started `wantedRanks`, the library sees `ranks`: it belongs to another MPI than the launcher. */
  | {
      readonly kind: 'mpi-other-launcher'
      readonly launcher: string
      readonly library: string
      readonly wantedRanks: number
      readonly ranks: number
    }
  /** An MPI routine returned an error that names no peer. */
  | {
      readonly kind: 'mpi-error'
      readonly rank: Rank
      readonly routine: string
      readonly reason: string
      readonly place?: RunPlace
    }
  /** Wrong use of the interface: lengths that do not fit, a root that is no rank. */
  | { readonly kind: 'argument'; readonly argument: string; readonly seen: string; readonly wanted: string }
  /** Of the variables that a launcher sets, or a person in its place, one is missing. `wanted`: what to set, as it is typed. */
  | { readonly kind: 'unset'; readonly variable: string; readonly wanted: string }
  /** Its memory was given back by `free`, or the array was handed to another thread. */
  | { readonly kind: 'freed'; readonly argument: string }
  /** They share some bytes but are not in place. */
  | { readonly kind: 'overlap'; readonly arguments: readonly [string, string] }
  /** A …Sync method where only the event loop moves messages. */
  | { readonly kind: 'no-sync'; readonly transport: string }
  /** A …Sync method while Promises of the same communicator are not settled. */
  | { readonly kind: 'under-way'; readonly rank: Rank; readonly operation: string }
  /** By the program, or because a collective failed: its messages may still be on the way, so no other can follow. */
  | {
      readonly kind: 'closed'
      readonly rank: Rank
      readonly failed?: boolean
      /** The call that nobody had awaited when it was closed. */
      readonly underWay?: string
    }
