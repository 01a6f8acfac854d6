/**
 * hydra, MPICH's mpirun, talks to each rank over a socket that the rank inherits; PMI_FD is its number. A program between the two
 * that starts its child without it (npx and npm do) closes that socket, and MPI_Init then aborts with a message that does not say so.
 */
import { fstatSync } from 'node:fs'
import { RunError } from '../../run-error.ts'

/** Throws RunError 'mpi-pipe-lost'. Before MPI_Init: what it then does cannot be caught. */
export function checkPmiPipe(environment: NodeJS.ProcessEnv): void {
  const descriptor = Number(environment.PMI_FD ?? Number.NaN)
  if (!Number.isInteger(descriptor) || descriptor < 0 || isSocket(descriptor)) return
  throw new RunError({ kind: 'mpi-pipe-lost', descriptor })
}

function isSocket(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isSocket()
  } catch {
    return false
  }
}
