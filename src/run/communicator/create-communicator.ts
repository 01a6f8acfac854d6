/** The communicator over any transport: what programs see (communicator.ts), made of plans, executions and a queue. */
import type { CollectiveName } from '../../core/collectives/names.ts'
import { createPreparer } from '../execution/prepare.ts'
import type { Recorder } from '../execution/recorder.ts'
import { createKernels, type Kernels } from '../memory/kernels.ts'
import { createScratch } from '../memory/scratch.ts'
import { algorithmsFor } from '../plan/auto.ts'
import type { Transport } from '../transports/transport.ts'
import { createArrays } from './arrays.ts'
import { createCallCache } from './call-cache.ts'
import { preparedWork } from './collective-work.ts'
import type { Communicator } from './communicator.ts'
import { createMessageCache } from './message-cache.ts'
import type { MessageContext } from './message-work.ts'
import { createMethods } from './methods.ts'
import { createRunner } from './runner.ts'

export interface CommunicatorOptions {
  /** How long nothing may move before a call fails. */
  readonly timeoutSeconds?: number
  /** Made over the transport's memory unless given. */
  readonly kernels?: Kernels
  readonly recorder?: Recorder
}

const DEFAULT_TIMEOUT_SECONDS = 60

/** Throws RunError 'unavailable' when the kernels were not built. */
export function createCommunicator(transport: Transport, options: CommunicatorOptions = {}): Communicator {
  const { rank, ranks, heap } = transport
  const { timeoutSeconds = DEFAULT_TIMEOUT_SECONDS, recorder } = options
  const kernels = options.kernels ?? createKernels(heap.memory)
  const scratch = createScratch(heap)
  const callCache = createCallCache()
  const messageCache = createMessageCache()
  const arrays = createArrays(heap, () => {
    callCache.clear()
    messageCache.clear()
  })
  const preparer = createPreparer({ transport, kernels, scratch, ...(recorder ? { recorder } : {}) })
  const runner = createRunner(transport, scratch.free)
  const context: MessageContext = {
    world: { rank, ranks },
    heap,
    arrays,
    preparer,
    timeoutSeconds,
    callCache,
    messageCache,
    sequence: 0,
    counts: new Map(),
  }
  return {
    rank,
    size: ranks,
    transport: transport.id,
    carrier: transport.carrier,
    remarks: transport.remarks ?? [],
    sync: transport.sync,
    heap,
    alloc: arrays.alloc,
    free: arrays.free,
    ...createMethods(context, runner),
    prepare(call, how = {}) {
      const work = preparedWork(context, call, how)
      const { algorithm, tiles } = work
      return {
        algorithm,
        ...(tiles === undefined ? {} : { tiles }),
        run: () => runner.later(work),
        runSync: () => runner.now(work),
      }
    },
    algorithms: (collective) => algorithmsFor(transport, anyCall(collective)),
    addressFor: (peer) => transport.addressFor?.(peer),
    sent: () => transport.sent(),
    close: runner.close,
  }
}

const anyCall = (collective: CollectiveName) =>
  ({ collective, root: 0, type: 'f32', op: 'sum', count: 0, input: 0, output: 0 }) as const
