/** Communicators for tests: all ranks in one thread (transports/local). */
import type { RunProblem } from '../../core/collectives/run-problem.ts'
import { RunError } from '../run-error.ts'
import { createLocalNetwork, type LocalOptions } from '../transports/local/local.ts'
import type { Communicator } from './communicator.ts'
import { createCommunicator } from './create-communicator.ts'

/** Communicators of ranks in one thread, and `drop` of one of them. */
export const start = (ranks: number, options: Partial<LocalOptions> = {}, timeoutSeconds = 5) => {
  const network = createLocalNetwork({ ranks, memoryBytes: 2 ** 24, slotBytes: 1024, ...options })
  return {
    ...network,
    comms: network.transports.map((transport) => createCommunicator(transport, { timeoutSeconds })),
  }
}

/** Runs a program on every rank; what each returns. */
export const run = <Result>(
  ranks: number,
  program: (comm: Communicator) => Promise<Result>,
): Promise<Result[]> => Promise.all(start(ranks).comms.map(program))

/** What a call that goes wrong says; undefined when it goes well. */
export const problemOf = async (
  call: Promise<unknown> | (() => unknown),
): Promise<RunProblem | undefined> => {
  try {
    await (typeof call === 'function' ? call() : call)
    return undefined
  } catch (error) {
    if (error instanceof RunError) return error.problem
    throw error
  }
}
