/** English: what went wrong when a collective ran on real data. */
import type { CalledBy, RunPlace, RunProblem, Waiting } from '../../collectives/run-problem.ts'
import type { RunProblemText } from '../run-problems.ts'

export const runProblem: RunProblemText = (problem, print) => {
  switch (problem.kind) {
    case 'timeout':
      return `rank ${problem.rank} waited ${print.duration(problem.seconds)} ${waits(problem.waiting)}${at(problem.place)}${by(problem.calledBy)}`
    case 'peer-lost':
      return `rank ${problem.rank} lost rank ${problem.peer}${at(problem.place)}${because(problem.reason)}`
    case 'mismatch':
      return `rank ${problem.rank} called ${problem.here}, but rank ${problem.peer} called ${problem.there}${at(problem.place)}; all ranks must call the same collectives in the same order${by(problem.calledBy)}`
    case 'world-size':
      return `rank ${problem.peer} was started for ${problem.there} ranks, this one for ${problem.here}`
    case 'rank-taken':
      return `rank ${problem.rank} is taken${problem.by === undefined ? '' : ` by ${problem.by}`}: two processes were started with the same number`
    case 'rank-missing':
      return `${ranks(problem.ranks)} did not come within ${print.duration(problem.seconds)}`
    case 'address-in-use':
      return `${problem.address} is in use by another program: choose another MASTER_PORT`
    case 'address-not-here':
      return `nothing can listen at ${problem.address} on this host (${problem.reason}): MASTER_ADDR must be a name or address of the host that rank 0 runs on`
    case 'rendezvous-unreachable':
      return `nobody answered at ${problem.address} within ${print.duration(problem.seconds)} (${problem.reason}): is rank 0 running, and are MASTER_ADDR and MASTER_PORT right?`
    case 'refused':
      return `${problem.address} refused the connection: ${REFUSALS[problem.reason]}`
    case 'rank-failed':
      return `rank ${problem.rank} failed: ${problem.reason}`
    case 'unsettled':
      return `rank ${problem.rank} ended before its function did (exit code ${problem.exitCode}): ${problem.nested ? 'it called launch, and a rank starts no ranks' : 'it called process.exit, or awaits what nothing can settle any more'}`
    case 'memory-exhausted':
      return `no room for ${print.bytes(problem.wantedBytes)}: the largest free piece of this rank's ${print.bytes(problem.arenaBytes)} has ${print.bytes(problem.freeBytes)}; launch with more memoryBytes`
    case 'unsupported-algorithm':
      return `${problem.operation} on ${problem.ranks} ranks cannot be done by ${problem.algorithm}; it can by ${problem.known.join(', ')}`
    case 'unavailable':
      return `${problem.what} is not available here: ${problem.reason}; ${INSTEAD[problem.what]}`
    case 'mpi-not-found':
      return `no ${MPI_NAMES[problem.wanted ?? 'any']} library could be loaded: install openmpi-bin or mpich, or set RINGSCOPE_MPI_LIBRARY to its file (tried ${problem.tried.join('; ')})`
    case 'mpi-not-launched':
      return `${print.count(problem.wantedRanks)} MPI ranks were asked for, but this process runs as one of ${print.count(problem.ranks)}: MPI ranks are started by the MPI launcher, as in mpirun -np ${problem.wantedRanks} ringscope perf all_reduce --transport mpi`
    case 'mpi-pipe-lost':
      return `the line to mpirun (MPICH), PMI_FD ${problem.descriptor}, did not come through to this process: npx and npm do not hand it on; let mpirun start ringscope or node itself`
    case 'mpi-other-launcher':
      return `${problem.launcher} started ${problem.wantedRanks} ranks, but ${problem.library} sees ${problem.ranks}: it belongs to another MPI than the launcher; set RINGSCOPE_MPI_LIBRARY to the launcher's own library, or under Slurm try srun --mpi=pmix or --mpi=pmi2`
    case 'mpi-error':
      return `rank ${problem.rank}: ${problem.routine} failed${at(problem.place)}: ${problem.reason}`
    case 'argument':
      return `${problem.argument}: got ${problem.seen}, wanted ${problem.wanted}`
    case 'unset':
      return `${problem.variable} is not set: wanted ${problem.wanted}`
    case 'freed':
      return `${problem.argument}: its memory was freed, or handed to another thread`
    case 'overlap':
      return `${problem.arguments.join(' and ')} overlap: give the same array twice to work in place, or two that share nothing`
    case 'no-sync':
      return `${problem.transport} moves messages in the event loop: use the methods that return Promises, not those that end in Sync`
    case 'under-way':
      return `rank ${problem.rank} has ${problem.operation} under way: await it before a method that ends in Sync`
    case 'closed':
      return problem.failed
        ? `rank ${problem.rank} cannot go on after a collective failed: its ranks are out of step`
        : `rank ${problem.rank} has closed its communicator${problem.underWay === undefined ? '' : ` while ${problem.underWay} was under way: await every call`}`
  }
}

const MPI_NAMES = { openmpi: 'OpenMPI', mpich: 'MPICH', any: 'MPI' }

const REFUSALS: Readonly<Record<Extract<RunProblem, { kind: 'refused' }>['reason'], string>> = {
  token: 'it belongs to another run (the tokens differ)',
  protocol: 'what answers there is no ringscope',
  version: 'another version of ringscope runs there',
}

const INSTEAD: Readonly<Record<Extract<RunProblem, { kind: 'unavailable' }>['what'], string>> = {
  koffi: 'it is needed for MPI: install it beside ringscope (npm install koffi), or use threads or tcp',
  kernels: 'they are made by npm run build in a clone of ringscope',
}

const ranks = (numbers: readonly number[]): string =>
  numbers.length === 1 ? `rank ${numbers[0]}` : `ranks ${numbers.join(', ')}`

const waits = (waiting: readonly Waiting[]): string =>
  waiting.length === 0
    ? 'for other ranks'
    : waiting
        .map(({ peer, direction }) =>
          direction === 'receive' ? `for rank ${peer} to send` : `for rank ${peer} to take a message`,
        )
        .join(' and ')

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
    : `; it also ends so where some ranks make one call by the method that ends in Sync and others by the one that returns a Promise (here: ${method})`

const because = (reason: string | undefined): string => (reason === undefined ? '' : `: ${reason}`)
