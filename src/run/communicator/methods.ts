/** The methods of a communicator: which call each makes, and that it runs now (…Sync) or when its turn comes. */
import type { Rank } from '../../core/collectives/conditions.ts'
import type { Work } from '../execution/work.ts'
import type { NumberArray } from '../memory/data-types.ts'
import type { RequestOptions } from './arguments.ts'
import { barrierWork, collectiveWork } from './collective-work.ts'
import type { Collectives, MessageOptions, SyncCollectives } from './communicator.ts'
import { type MessageContext, messageWork } from './message-work.ts'
import type { Runner } from './runner.ts'

type Data = NumberArray
type Maybe = NumberArray | undefined
type Options = RequestOptions | undefined

/** `context`: what the calls are made with; `now` and `later` run them. */
export function createMethods(
  context: MessageContext,
  { now, later }: Runner,
): Collectives & SyncCollectives {
  /** Mistakes in arguments reject the Promise, as everything else that goes wrong does. */
  const promised =
    <Arguments extends readonly unknown[]>(make: (...given: Arguments) => Work) =>
    async (...given: Arguments): Promise<void> =>
      later(make(...given))
  const direct =
    <Arguments extends readonly unknown[]>(make: (...given: Arguments) => Work) =>
    (...given: Arguments): void =>
      now(make(...given))

  const allReduce = (input: Data, output?: Data, options?: Options) =>
    collectiveWork(context, 'all_reduce', { input, output: output ?? input }, options)
  const allGather = (input: Data, output: Data, options?: Options) =>
    collectiveWork(context, 'all_gather', { input, output }, options)
  const reduceScatter = (input: Data, output: Data, options?: Options) =>
    collectiveWork(context, 'reduce_scatter', { input, output }, options)
  const broadcast = (data: Data, output?: Data, options?: Options) =>
    collectiveWork(context, 'broadcast', { input: data, output: output ?? data }, options)
  const reduce = (input: Data, output?: Data, options?: Options) =>
    collectiveWork(context, 'reduce', { input, output: output ?? input }, options)
  const gather = (input: Data, output: Maybe, options?: Options) =>
    collectiveWork(context, 'gather', { input, output }, options)
  const scatter = (input: Maybe, output: Data, options?: Options) =>
    collectiveWork(context, 'scatter', { input, output }, options)
  const allToAll = (input: Data, output: Data, options?: Options) =>
    collectiveWork(context, 'all_to_all', { input, output }, options)
  const send = (data: Data, to: Rank, options?: MessageOptions) =>
    messageWork(context, 'send', data, to, options)
  const receive = (data: Data, from: Rank, options?: MessageOptions) =>
    messageWork(context, 'receive', data, from, options)
  const barrier = (options?: { readonly timeoutSeconds?: number }) => barrierWork(context, options)

  return {
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
  }
}
