/** Messages of the same array to, or from, the same peer: made ready once, so that sending it again costs a look-up. */
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

export interface KeptMessages {
  find(
    direction: 'send' | 'receive',
    data: NumberArray,
    peer: Rank,
    options: MessageOptions,
  ): Work | undefined
  keep(message: Message, work: Work): void
  clear(): void
}

/** The latest so many. */
const MESSAGES_KEPT = 16

export function createKeptMessages(): KeptMessages {
  let messages: (Message & { readonly work: Work })[] = []
  return {
    find(direction, data, peer, { type, timeoutSeconds }) {
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
    keep(message, work) {
      if (messages.length === MESSAGES_KEPT) messages.shift()
      messages.push({ ...message, options: { ...message.options }, work })
    },
    clear() {
      messages = []
    },
  }
}
