/** English: what went wrong when a collective ran on real data. */
import type { CalledBy, RunPlace, RunProblem, Waiting } from '../../collectives/run-problem.ts'
import type { RunProblemText } from '../run-problems.ts'
import { counted, either, list, plural } from './phrases/words.ts'

export const runProblem: RunProblemText = (problem, print) => {
  switch (problem.kind) {
    case 'timeout':
      return `rank ${problem.rank} waited ${print.duration(problem.seconds)} ${waits(problem.waiting)}${at(problem.place)}${by(problem.calledBy)}`
    case 'peer-lost':
      return `rank ${problem.rank} lost rank ${problem.peer}${at(problem.place)}${because(problem.reason)}`
    case 'mismatch':
      return `rank ${problem.rank} called ${problem.here}, but rank ${problem.peer} called ${problem.there}${at(problem.place)}; all ranks must call the same collectives in the same order${by(problem.calledBy)}`
    case 'world-size':
      return `rank ${problem.peer} was started for a run of ${problem.there} ranks, but this rank for a run of ${problem.here}`
    case 'rank-taken':
      return `rank ${problem.rank} is already taken${problem.by === undefined ? '' : ` by ${problem.by}`}: two processes were started with the same rank number`
    case 'rank-missing':
      return `${ranks(problem.ranks)} did not connect within ${print.duration(problem.seconds)}`
    case 'address-in-use':
      return `${problem.address} is in use by another program: set another MASTER_PORT`
    case 'address-not-here':
      return `cannot listen on ${problem.address} on this host (${problem.reason}): MASTER_ADDR must be a name or address of the host that runs rank 0`
    case 'rendezvous-unreachable':
      return `no answer from ${problem.address} within ${print.duration(problem.seconds)} (${problem.reason}): check that rank 0 is running, and that MASTER_ADDR and MASTER_PORT are correct`
    case 'refused':
      return `${problem.address} refused the connection: ${REFUSALS[problem.reason]}`
    case 'rank-failed':
      return `rank ${problem.rank} failed: ${problem.reason}`
    case 'unsettled':
      return `rank ${problem.rank} exited before its function returned (exit code ${problem.exitCode}): ${problem.nested ? 'it called launch, but a rank cannot start ranks' : 'it called process.exit, or awaits a promise that can no longer settle'}`
    case 'memory-exhausted':
      return `cannot allocate ${print.bytes(problem.wantedBytes)}: the largest free block in the ${print.bytes(problem.arenaBytes)} of this rank has ${print.bytes(problem.freeBytes)}. Launch with more memoryBytes`
    case 'unsupported-algorithm':
      return `${problem.algorithm} cannot carry out ${problem.operation} on ${counted(problem.ranks, print, 'rank')}: use ${either(problem.known)}`
    case 'unavailable':
      return `${problem.what} is not available here (${problem.reason}): ${INSTEAD[problem.what]}`
    case 'mpi-not-found':
      return `no ${MPI_NAMES[problem.wanted ?? 'any']} library could be loaded: install openmpi-bin or mpich, or set RINGSCOPE_MPI_LIBRARY to the library file (tried ${problem.tried.join('; ')})`
    case 'mpi-not-launched':
      return `${counted(problem.wantedRanks, print, 'MPI rank')} ${plural(problem.wantedRanks, 'was', 'were')} requested, but this process is one of ${print.count(problem.ranks)}: start MPI ranks with the MPI launcher, as in mpirun -np ${problem.wantedRanks} ringscope perf all_reduce --transport mpi`
    case 'mpi-pipe-lost':
      return `the connection to mpirun (MPICH), PMI_FD ${problem.descriptor}, was not passed to this process, as npx and npm do not pass it on: let mpirun start ringscope or node directly`
    case 'mpi-other-launcher':
      return `${problem.launcher} started ${problem.wantedRanks} ranks, but ${problem.library} sees ${problem.ranks}, so it belongs to a different MPI than the launcher: set RINGSCOPE_MPI_LIBRARY to the library of the launcher, or under Slurm try srun --mpi=pmix or --mpi=pmi2`
    case 'mpi-error':
      return `rank ${problem.rank}: ${problem.routine} failed${at(problem.place)}: ${problem.reason}`
    case 'argument':
      return `${problem.argument}: got ${problem.seen}, expected ${problem.wanted}`
    case 'unset':
      return `${problem.variable} is not set: expected ${problem.wanted}`
    case 'freed':
      return `${problem.argument}: its memory was freed, or transferred to another thread`
    case 'overlap':
      return `${list(problem.arguments)} overlap: pass the same array twice to work in place, or arrays that do not overlap`
    case 'no-sync':
      return `${problem.transport} moves messages in the event loop: use the methods that return Promises instead of those that end in Sync`
    case 'under-way':
      return `rank ${problem.rank} has ${problem.operation} in progress: await it before calling a method that ends in Sync`
    case 'closed':
      return problem.failed
        ? `rank ${problem.rank} cannot continue after a collective failed: the ranks are out of sync`
        : `rank ${problem.rank} closed its communicator${problem.underWay === undefined ? '' : ` while ${problem.underWay} was in progress: await every call`}`
  }
}

const MPI_NAMES = { openmpi: 'OpenMPI', mpich: 'MPICH', any: 'MPI' }

const REFUSALS: Readonly<Record<Extract<RunProblem, { kind: 'refused' }>['reason'], string>> = {
  token: 'it belongs to a different run (the tokens differ)',
  protocol: 'the program that answers is not ringscope',
  version: 'it runs a different version of ringscope',
}

const INSTEAD: Readonly<Record<Extract<RunProblem, { kind: 'unavailable' }>['what'], string>> = {
  koffi: 'MPI needs it; install it next to ringscope (npm install koffi), or use threads or tcp',
  kernels: 'npm run build makes them in a clone of ringscope',
}

const ranks = (numbers: readonly number[]): string =>
  `${plural(numbers.length, 'rank')} ${list(numbers.map(String))}`

const waits = (waiting: readonly Waiting[]): string =>
  waiting.length === 0
    ? 'for other ranks'
    : list(
        waiting.map(({ peer, direction }) =>
          direction === 'receive' ? `for rank ${peer} to send` : `for rank ${peer} to receive a message`,
        ),
      )

const at = (place: RunPlace | undefined): string => {
  if (!place) return ''
  const step =
    place.step === undefined
      ? ''
      : `, step ${place.step + 1}${place.steps === undefined ? '' : ` of ${place.steps}`}`
  const by = place.algorithm === undefined ? '' : ` by ${place.algorithm}`
  const what = place.operation === 'send' || place.operation === 'receive' ? 'message' : 'collective'
  return ` in ${what} ${place.sequence} (${place.operation}${by}${step})`
}

const by = (method: CalledBy | undefined): string =>
  method === undefined
    ? ''
    : `; this also happens if some ranks make a call with the method that ends in Sync and others with the one that returns a Promise (here: ${method})`

const because = (reason: string | undefined): string => (reason === undefined ? '' : `: ${reason}`)
