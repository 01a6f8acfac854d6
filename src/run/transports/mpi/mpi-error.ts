/** MPI's error codes in MPI's own words. */
import { RunError } from '../../run-error.ts'
import type { MpiWorld } from './mpi-world.ts'

/** MPI_MAX_ERROR_STRING is 512 in MPICH, 256 in OpenMPI. */
const TEXT_BYTES = 512

/** "MPI_ERR_TRUNCATE: message truncated" (OpenMPI); MPICH gives the whole stack, of which the first line is kept. */
export function mpiErrorText(
  { mpi, heap, base }: Pick<MpiWorld, 'mpi' | 'heap' | 'base'>,
  code: number,
): string {
  const text = heap.allocate(TEXT_BYTES + 4)
  try {
    mpi.errorString(code, base + text, base + text + TEXT_BYTES)
    const length = new Int32Array(heap.memory.buffer)[(text + TEXT_BYTES) / 4] ?? 0
    // TextDecoder refuses shared memory: slice copies.
    const bytes = new Uint8Array(heap.memory.buffer).slice(text, text + Math.min(length, TEXT_BYTES))
    return Buffer.from(bytes).toString('latin1').split('\n', 1)[0] ?? ''
  } finally {
    heap.free(text)
  }
}

/** Throws RunError 'mpi-error' unless the routine has succeeded. */
export function checkMpi(
  world: Pick<MpiWorld, 'mpi' | 'heap' | 'base' | 'rank'>,
  routine: string,
  code: number,
): void {
  if (code === 0) return
  throw new RunError({ kind: 'mpi-error', rank: world.rank, routine, reason: mpiErrorText(world, code) })
}
