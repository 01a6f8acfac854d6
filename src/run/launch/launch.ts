/**
 * Runs a function as N ranks. Each rank executes the calling module again, as torchrun does: there `launch` runs the function
 * and ends the rank; in the process that started it, it waits for all. Calls of launch that come earlier in the module give
 * a rank what they gave when they ran.
 */
import { availableParallelism } from 'node:os'
import { createCommunicator } from '../communicator/create-communicator.ts'
import { connectTcp } from '../transports/tcp/connect-tcp.ts'
import type { Transport } from '../transports/transport.ts'
import { bindToCore } from './bind-to-core.ts'
import { launchedRank } from './environment.ts'
import { gatherEnds } from './gather-ends.ts'
import { checkLaunch, checkStarted, moduleOf } from './launch-arguments.ts'
import type { LaunchOptions, RankProgram } from './launch-options.ts'
import { launchedTcp } from './launched-tcp.ts'
import { processRank, startProcesses } from './processes.ts'
import { errorOf, failureOf } from './rank-end.ts'
import type { CurrentRank, LaunchEnd, Start } from './setting.ts'
import { muteStandardOutput } from './standard-output.ts'
import { startThreads, threadRank } from './threads.ts'

/** What the module prints before the call that this rank belongs to was printed by the process that started it. */
const currentRank = threadRank() ?? processRank()
const unmute = currentRank && muteStandardOutput()

/** In this thread, in the order of the calls. */
const ends: (LaunchEnd | undefined)[] = []
let calls = 0

/**
 * What the ranks' functions gave, by rank. Rejects with a RunError when one fails; no rank is left then. Over mpi, and over tcp
 * where a launcher has started this process as one of many (environment.ts), it starts none: it runs the function as that rank
 * and gives only what this one gave.
 */
export async function launch<Result, Data = undefined>(
  options: LaunchOptions<Data>,
  program: RankProgram<Result, Data>,
): Promise<readonly Result[]> {
  const call = calls++
  if (currentRank)
    return currentRank.setting.launch === call
      ? runRank(currentRank, program)
      : launchInsideRank(currentRank, call)
  try {
    checkLaunch(options, program)
    const joined = await joinLaunched(options)
    if (joined) return [await runJoined(joined, options, program)]
    const start = options.transport === 'tcp' ? startProcesses : startThreads
    const stop = new AbortController()
    const signal = AbortSignal.any(options.signal ? [options.signal, stop.signal] : [stop.signal])
    const started = start(startOf(options, call, (error) => stop.abort(error)))
    const values = (await gatherEnds(started, signal)) as Result[]
    ends[call] = { kind: 'results', values }
    return values
  } catch (error) {
    ends[call] = { kind: 'failed', ...failureOf(0, error) }
    throw error
  }
}

/** The function of this rank has begun. */
let programRuns = false

async function runRank<Result, Data>(
  current: CurrentRank,
  program: RankProgram<Result, Data>,
): Promise<never> {
  const { rank, ranks, data, bind, timeoutSeconds } = current.setting
  unmute?.()
  try {
    current.send({ kind: 'started' })
    const transport = await current.connect()
    if (bind) await bindToCore(rank, ranks)
    const comm = createCommunicator(transport, timeoutSeconds === undefined ? {} : { timeoutSeconds })
    const report = (value: unknown): void => current.send({ kind: 'report', value })
    programRuns = true
    const result = await program(comm, { data: data as Data, report })
    current.send({ kind: 'result', value: result })
    await comm.close()
  } catch (error) {
    const failure = failureOf(rank, error)
    current.fail(errorOf(failure).message)
    current.send({ kind: 'failed', ...failure })
  }
  return current.end()
}

/** As one rank of those that torchrun, mpirun, srun or Kubernetes have started; undefined when ranks are to be started. */
async function joinLaunched<Data>({
  transport,
  ranks,
  memoryBytes,
}: LaunchOptions<Data>): Promise<Transport | undefined> {
  const memory = memoryBytes === undefined ? {} : { memoryBytes }
  if (transport === 'mpi') {
    const { connectMpi } = await import('../transports/mpi/connect-mpi.ts')
    return connectMpi({ ...memory, ...(ranks === undefined ? {} : { ranks }) })
  }
  const launched = transport === 'tcp' ? launchedRank(process.env) : undefined
  return launched && connectTcp({ ...launchedTcp(launched, process.env, ranks), ...memory })
}

async function runJoined<Result, Data>(
  transport: Transport,
  { timeoutSeconds, data, onReport }: LaunchOptions<Data>,
  program: RankProgram<Result, Data>,
): Promise<Result> {
  const comm = createCommunicator(transport, timeoutSeconds === undefined ? {} : { timeoutSeconds })
  const report = (value: unknown): void => onReport?.(value, comm.rank)
  try {
    const value = await program(comm, { data: data as Data, report })
    await comm.close()
    return value
  } catch (error) {
    await transport.close(true)
    throw errorOf(failureOf(comm.rank, error))
  }
}

/**
 * A call that this rank does not belong to: an earlier one settles as it did then; one made beside the rank's own, or from
 * within its function, never settles: ranks launch no ranks.
 */
function launchInsideRank<Result>({ setting, send }: CurrentRank, call: number): Promise<readonly Result[]> {
  const end = setting.earlier[call]
  if (!end) {
    if (programRuns) send({ kind: 'launched' })
    return new Promise(() => {})
  }
  return end.kind === 'failed' ? Promise.reject(errorOf(end)) : Promise.resolve(end.values as Result[])
}

/** `fail`: what `onReport` throws ends the launch. */
function startOf<Data>(options: LaunchOptions<Data>, call: number, fail: (error: unknown) => void): Start {
  const { ranks = availableParallelism(), bind, timeoutSeconds, memoryBytes, onReport } = options
  checkStarted(ranks)
  return {
    module: moduleOf(options.module),
    ranks,
    setting: {
      ranks,
      launch: call,
      earlier: ends.slice(),
      data: options.data,
      ...(bind === undefined ? {} : { bind }),
      ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
    },
    ...(memoryBytes === undefined ? {} : { memoryBytes }),
    onReport(value, rank) {
      try {
        onReport?.(value, rank)
      } catch (error) {
        fail(error)
      }
    },
  }
}
