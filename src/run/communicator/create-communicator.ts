/** The communicator over any transport: what programs see (communicator.ts), made of plans, executions and drivers. */
import type { Rank } from '../../core/collectives/conditions.ts'
import type { CollectiveName } from '../../core/collectives/names.ts'
import type { CollectiveCall } from '../calls/collective-call.ts'
import { createPreparer, type PrepareOptions } from '../execution/prepare.ts'
import { createQueue } from '../execution/queue.ts'
import type { Recorder } from '../execution/recorder.ts'
import { runSync, type Work } from '../execution/work.ts'
import type { NumberArray } from '../memory/data-types.ts'
import { createKernels, type Kernels } from '../memory/kernels.ts'
import { createScratch } from '../memory/scratch.ts'
import { addressIn, isDetached, stage } from '../memory/staging.ts'
import { algorithmsFor } from '../plan/auto.ts'
import { RunError } from '../run-error.ts'
import type { Transport } from '../transports/transport.ts'
import {
  allocationBytes,
  checkOptions,
  notAllocated,
  type RequestOptions,
  rankArgument,
  requestOf,
  typeOf,
} from './arguments.ts'
import type { Communicator, MessageOptions } from './communicator.ts'
import { type Arrays, createKeptCalls } from './kept-calls.ts'
import { createKeptMessages } from './kept-messages.ts'
import { stageCall } from './stage-call.ts'

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
  const { timeoutSeconds: usualTimeout = DEFAULT_TIMEOUT_SECONDS, recorder } = options
  const kernels = options.kernels ?? createKernels(heap.memory)
  const scratch = createScratch(heap)
  const preparer = createPreparer({ transport, kernels, scratch, ...(recorder ? { recorder } : {}) })
  const queue = createQueue(transport, fail)
  const freed = new WeakSet<NumberArray>()
  let state: 'open' | 'failed' | 'closed' = 'open'
  let sequence = 0
  /** Messages so far, by lane. */
  const messages = new Map<string, number>()

  const closed = () => new RunError({ kind: 'closed', rank, ...(state === 'failed' ? { failed: true } : {}) })
  function fail(): RunError {
    if (state === 'open') state = 'failed'
    return closed()
  }

  function now(work: Work): void {
    if (state !== 'open') throw closed()
    if (!transport.sync) throw new RunError({ kind: 'no-sync', transport: transport.id })
    const operation = queue.underWay()
    if (operation !== undefined) throw new RunError({ kind: 'under-way', rank, operation })
    let begun = false
    try {
      work.begin()
      begun = true
      runSync(work, transport)
    } catch (error) {
      work.abandon()
      if (begun) fail()
      throw error
    }
  }
  const later = (work: Work): Promise<void> => (state === 'open' ? queue.add(work) : Promise.reject(closed()))

  /** `around` copies in and out. */
  function collectiveWork(
    call: CollectiveCall,
    algorithm: string,
    timeoutSeconds: number,
    around?: { copyIn(): void; copyOut(): void; free(): void },
    how?: PrepareOptions,
  ): Work & { readonly algorithm: string; readonly tiles?: number } {
    const prepared = preparer.collective(call, algorithm, how)
    const { scale } = prepared
    let number = 0
    return {
      operation: call.collective,
      algorithm: prepared.algorithm,
      ...(prepared.kind === 'plan' ? { tiles: prepared.execution.tiles } : {}),
      lane: undefined,
      timeoutSeconds,
      begin() {
        around?.copyIn()
        if (prepared.kind === 'plan') prepared.execution.begin(sequence)
        number = sequence++
      },
      doing:
        prepared.kind === 'plan'
          ? { kind: 'task', task: prepared.execution }
          : {
              kind: 'native',
              run: (seconds) => prepared.native.run(prepared.call, number, seconds),
              runSync: (seconds) => prepared.native.runSync(prepared.call, number, seconds),
            },
      end() {
        scale?.()
        around?.copyOut()
        around?.free()
      },
      abandon() {
        around?.free()
      },
    }
  }

  const checkUsable = (argument: string, array: NumberArray | undefined): void => {
    if (array && (freed.has(array) || isDetached(array))) throw new RunError({ kind: 'freed', argument })
  }

  const kept = createKeptCalls()
  const keptMessages = createKeptMessages()
  function work(collective: CollectiveName, arrays: Arrays, its: RequestOptions | undefined): Work {
    const same = kept.find(collective, arrays, its)
    if (same) return same
    checkOptions(its)
    checkUsable('input', arrays.input)
    checkUsable('output', arrays.output)
    const request = requestOf(collective, { rank, ranks }, arrays, its)
    const staged = stageCall(heap, rank, request)
    try {
      const made = collectiveWork(
        staged.call,
        its?.algorithm ?? 'auto',
        its?.timeoutSeconds ?? usualTimeout,
        staged.direct ? undefined : staged,
      )
      if (staged.direct) kept.keep(collective, arrays, its, made)
      return made
    } catch (error) {
      staged.free()
      throw error
    }
  }

  function barrier(its: { readonly timeoutSeconds?: number } | undefined): Work {
    checkOptions(its)
    const execution = preparer.barrier()
    return {
      operation: 'barrier',
      lane: undefined,
      timeoutSeconds: its?.timeoutSeconds ?? usualTimeout,
      begin() {
        execution.begin(sequence)
        sequence++
      },
      doing: { kind: 'task', task: execution },
      end() {},
      abandon() {},
    }
  }

  function message(
    direction: 'send' | 'receive',
    data: NumberArray,
    peer: Rank,
    its: MessageOptions = {},
  ): Work {
    const same = keptMessages.find(direction, data, peer, its)
    if (same) return same
    checkOptions(its)
    rankArgument(direction === 'send' ? 'to' : 'from', peer, ranks, rank)
    checkUsable('data', data)
    const type = typeOf(data, 'data', its.type)
    const staged = stage(heap, data, type)
    const execution = preparer.message(direction, peer, { type, count: data.length, at: staged.address })
    const lane = `${direction} ${peer}`
    const made: Work = {
      operation: direction,
      lane,
      timeoutSeconds: its.timeoutSeconds ?? usualTimeout,
      begin() {
        if (direction === 'send') staged.copyIn()
        const number = messages.get(lane) ?? 0
        execution.begin(number)
        messages.set(lane, number + 1)
      },
      doing: { kind: 'task', task: execution },
      end() {
        if (direction === 'receive') staged.copyOut()
        staged.free()
      },
      abandon: staged.free,
    }
    if (staged.direct) keptMessages.keep({ direction, data, peer, options: its }, made)
    return made
  }

  /** Mistakes in arguments reject the Promise, as everything else that goes wrong does. */
  const promised =
    <Arguments extends readonly unknown[]>(make: (...its: Arguments) => Work) =>
    async (...its: Arguments): Promise<void> =>
      later(make(...its))
  const direct =
    <Arguments extends readonly unknown[]>(make: (...its: Arguments) => Work) =>
    (...its: Arguments): void =>
      now(make(...its))

  type Data = NumberArray
  type Maybe = NumberArray | undefined
  const allReduce = (input: Data, output?: Data, its?: RequestOptions) =>
    work('all_reduce', { input, output: output ?? input }, its)
  const allGather = (input: Data, output: Data, its?: RequestOptions) =>
    work('all_gather', { input, output }, its)
  const reduceScatter = (input: Data, output: Data, its?: RequestOptions) =>
    work('reduce_scatter', { input, output }, its)
  const broadcast = (data: Data, output?: Data, its?: RequestOptions) =>
    work('broadcast', { input: data, output: output ?? data }, its)
  const reduce = (input: Data, output?: Data, its?: RequestOptions) =>
    work('reduce', { input, output: output ?? input }, its)
  const gather = (input: Data, output: Maybe, its?: RequestOptions) => work('gather', { input, output }, its)
  const scatter = (input: Maybe, output: Data, its?: RequestOptions) =>
    work('scatter', { input, output }, its)
  const allToAll = (input: Data, output: Data, its?: RequestOptions) =>
    work('all_to_all', { input, output }, its)
  const send = (data: Data, to: Rank, its?: MessageOptions) => message('send', data, to, its)
  const receive = (data: Data, from: Rank, its?: MessageOptions) => message('receive', data, from, its)

  return {
    rank,
    size: ranks,
    transport: transport.id,
    carrier: transport.carrier,
    remarks: transport.remarks ?? [],
    sync: transport.sync,
    heap,
    alloc(arrayOf, length) {
      const bytes = allocationBytes(arrayOf, length)
      const address = heap.allocate(bytes)
      return new arrayOf(heap.memory.buffer, address, length)
    },
    free(array) {
      const address = ArrayBuffer.isView(array) ? addressIn(heap, array) : undefined
      if (address === undefined) throw notAllocated(array)
      if (freed.has(array)) throw new RunError({ kind: 'freed', argument: 'array' })
      try {
        heap.free(address)
      } catch {
        // A part of one, from its middle; or one that another view has freed.
        throw notAllocated(array)
      }
      freed.add(array)
      kept.clear()
      keptMessages.clear()
    },
    allReduce: promised(allReduce),
    allReduceSync: direct(allReduce),
    allGather: promised(allGather),
    allGatherSync: direct(allGather),
    reduceScatter: promised(reduceScatter),
    reduceScatterSync: direct(reduceScatter),
    broadcast: promised(broadcast),
    broadcastSync: direct(broadcast),
    reduce: promised(reduce),
    reduceSync: direct(reduce),
    gather: promised(gather),
    gatherSync: direct(gather),
    scatter: promised(scatter),
    scatterSync: direct(scatter),
    allToAll: promised(allToAll),
    allToAllSync: direct(allToAll),
    send: promised(send),
    sendSync: direct(send),
    receive: promised(receive),
    receiveSync: direct(receive),
    barrier: promised(barrier),
    barrierSync: direct(barrier),
    prepare(call, its = {}) {
      const { algorithm: wanted = 'auto', timeoutSeconds = usualTimeout, ...how } = its
      const made = collectiveWork(call, wanted, timeoutSeconds, undefined, how)
      const { algorithm, tiles } = made
      return {
        algorithm,
        ...(tiles === undefined ? {} : { tiles }),
        run: () => later(made),
        runSync: () => now(made),
      }
    },
    algorithms: (collective) =>
      algorithmsFor(transport, {
        collective,
        root: 0,
        type: 'f32',
        op: 'sum',
        count: 0,
        input: 0,
        output: 0,
      }),
    addressFor: (peer) => transport.addressFor?.(peer),
    sent: () => transport.sent(),
    async close() {
      if (state === 'closed') return
      const failed = state === 'failed'
      state = 'closed'
      const underWay = queue.underWay()
      if (underWay !== undefined) queue.fail(new RunError({ kind: 'closed', rank, underWay }))
      await transport.close(failed)
      scratch.free()
    },
  }
}
