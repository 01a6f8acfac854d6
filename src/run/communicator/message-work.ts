/** Sends and receives made ready to run. Each direction and peer is a lane, whose messages are numbered as they begin. */
import type { Rank } from '../../core/collectives/conditions.ts'
import type { Work } from '../execution/work.ts'
import type { NumberArray } from '../memory/data-types.ts'
import { stage } from '../memory/staging.ts'
import { checkOptions, rankArgument, typeOf } from './arguments.ts'
import type { CallContext } from './collective-work.ts'
import type { MessageOptions } from './communicator.ts'
import type { MessageCache } from './message-cache.ts'

/** What calls of a communicator are made with, messages among them. */
export interface MessageContext extends CallContext {
  readonly messageCache: MessageCache
  /** Messages so far, by lane. */
  readonly counts: Map<string, number>
}

/** Throws RunError for what cannot be meant. */
export function messageWork(
  context: MessageContext,
  direction: 'send' | 'receive',
  data: NumberArray,
  peer: Rank,
  options: MessageOptions = {},
): Work {
  const same = context.messageCache.get(direction, data, peer, options)
  if (same) return same
  checkOptions(options)
  const { rank, ranks } = context.world
  rankArgument(direction === 'send' ? 'to' : 'from', peer, ranks, rank)
  context.arrays.checkUsable('data', data)
  const type = typeOf(data, 'data', options.type)
  const staged = stage(context.heap, data, type)
  const { preparer, counts } = context
  const execution = preparer.message(direction, peer, { type, count: data.length, at: staged.address })
  const lane = `${direction} ${peer}`
  const work: Work = {
    operation: direction,
    lane,
    timeoutSeconds: options.timeoutSeconds ?? context.timeoutSeconds,
    begin() {
      if (direction === 'send') staged.copyIn()
      const number = counts.get(lane) ?? 0
      execution.begin(number)
      counts.set(lane, number + 1)
    },
    action: { kind: 'task', task: execution },
    end() {
      if (direction === 'receive') staged.copyOut()
      staged.free()
    },
    abandon: staged.free,
  }
  if (staged.direct) context.messageCache.put({ direction, data, peer, options }, work)
  return work
}
