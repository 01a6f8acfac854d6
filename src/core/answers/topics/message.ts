/** A line that NCCL or a program around it printed, as a topic: `ringscope explain "LINE"`. */
import { TOPICS } from '../../knowledge/messages/topics.ts'
import { messageIn } from '../../parsers/messages/message-in.ts'
import type { Topic } from './topic.ts'

/** Undefined where no row of the catalogue knows it. */
export function messageTopic(line: string): Topic | undefined {
  const message = messageIn(line)
  if (!message) return undefined
  const { id, source, topic, versions, class: of, seen } = message
  const owner = TOPICS[topic]
  return {
    id,
    kind: 'message',
    also: [],
    explain: ({ ncclMessages: { meanings, advice }, list: { message: words, explained } }) => {
      const { causes, actions, verify } = advice[topic]
      return {
        title: meanings[id],
        paragraphs: [words.classes[of], ...(of === 'harmless' ? [] : [causes])],
        facts: [
          ...(of === 'harmless' ? [] : actions).map(
            (action, at) => [at === 0 ? explained.todo : '', action] as const,
          ),
          ...(of === 'harmless' || verify === '' ? [] : [[explained.verify, verify] as const]),
          [words.printedBy, words.sources[source]],
          ...(versions === 'any' ? [] : [[words.versions, versions] as const]),
          ...(seen === '' || seen === 'source' ? [] : [[explained.sources, seen] as const]),
        ],
        see: owner === '' ? [] : [owner],
      }
    },
  }
}
