/** Messages of the same array to, or from, the same peer are cached ready to run, so that sending one again costs a look-up. */
import type { Rank } from '../../core/collectives/conditions.ts'
import type { Work } from '../execution/work.ts'
import type { NumberArray } from '../memory/data-types.ts'
import type { MessageOptions } from './communicator.ts'

interface Message {
  readonly direction: 'send' | 'receive'
  readonly data: NumberArray
  readonly peer: Rank
  readonly options: MessageOptions
}

export interface MessageCache {
  get(direction: 'send' | 'receive', data: NumberArray, peer: Rank, options: MessageOptions): Work | undefined
  put(message: Message, work: Work): void
  clear(): void
}

/** The oldest is dropped. */
const MAX_CACHED_MESSAGES = 16

export function createMessageCache(): MessageCache {
  let messages: (Message & { readonly work: Work })[] = []
  return {
    get(direction, data, peer, { type, timeoutSeconds }) {
      for (let at = messages.length - 1; at >= 0; at--) {
        const message = messages[at]
        if (
          message &&
          message.data === data &&
          message.peer === peer &&
          message.direction === direction &&
          message.options.type === type &&
          message.options.timeoutSeconds === timeoutSeconds
        )
          return message.work
      }
      return undefined
    },
    put(message, work) {
      if (messages.length === MAX_CACHED_MESSAGES) messages.shift()
      messages.push({ ...message, options: { ...message.options }, work })
    },
    clear() {
      messages = []
    },
  }
}
