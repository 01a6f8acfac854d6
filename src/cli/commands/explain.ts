/** `ringscope explain`: rules, collectives, algorithms, links, presets, the field's words, and lines that NCCL printed. */
import { nearestTopics, topicNamed } from '../../core/answers/explain.ts'
import { topicsText, topicText } from '../../core/answers/explain-text.ts'
import { FORMATS } from '../../core/answers/format.ts'
import { failed } from '../../core/base/result.ts'
import { catalogueOf } from '../../core/messages/index.ts'
import { answer, type Context, type Outcome } from '../answer.ts'
import type { CommandFile } from '../command.ts'
import { formatOf } from '../options.ts'

export const explain: CommandFile = {
  formats: FORMATS,
  examples: [
    'explain busbw',
    'explain all_gather',
    'explain nvlink4',
    'explain bandwidth-below-expected',
    'explain "NCCL WARN Call to ibv_modify_qp failed with error No route to host"',
  ],
  define(command, { arguments: words }, runs) {
    command
      .argument('[topic...]', words.explain)
      .action((topic: readonly string[], args) => runs((context) => run(topic.join(' '), args, context)))
  },
}

async function run(
  topic: string,
  args: { readonly format?: string; readonly json?: boolean },
  context: Context,
): Promise<Outcome> {
  const format = formatOf(args)
  if (!format.ok) return format
  const words = catalogueOf(context.lang)
  if (topic === '') return answer(topicsText(words, context.view))
  const found = topicNamed(topic)
  if (!found)
    return failed({
      id: 'topic-unknown',
      values: { seen: topic },
      nearest: nearestTopics(topic),
    })
  return answer(topicText(found, words, format.value, context.view))
}
