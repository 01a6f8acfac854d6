/** What a world of MPI ranks looks like from one of them, after MPI_Init. */
import type { Rank } from '../../../core/collectives/conditions.ts'
import type { Heap } from '../../memory/heap.ts'
import type { Mpi, Pointer } from './mpi.ts'

export interface MpiWorld {
  readonly mpi: Mpi
  readonly rank: Rank
  readonly ranks: number
  readonly heap: Heap
  /** Absolute address of the heap's memory. */
  readonly base: Pointer
  /** Lets another process have this core. */
  readonly yieldCore: () => void
}
