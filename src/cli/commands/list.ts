/** `ringscope list`: what ringscope knows, as tables. */
import { FORMATS } from '../../core/answers/format.ts'
import { LIST_IDS, LISTS } from '../../core/answers/list.ts'
import { listsText, listText } from '../../core/answers/list-text.ts'
import { nearest } from '../../core/base/nearest.ts'
import { failed } from '../../core/base/result.ts'
import { catalogueOf } from '../../core/messages/index.ts'
import { answer, type Context, type Outcome } from '../answer.ts'
import type { CommandFile } from '../command.ts'
import { formatOf } from '../options.ts'

export const list: CommandFile = {
  formats: FORMATS,
  examples: ['list presets', 'list collectives', 'list rules --json'],
  define(command, { arguments: words, oneOf }, runs) {
    command
      .argument('[list]', oneOf({ what: words.list, choices: LIST_IDS }))
      .action((name: string | undefined, args) => runs((context) => run(name, args, context)))
  },
}

async function run(
  name: string | undefined,
  args: { readonly format?: string; readonly json?: boolean },
  context: Context,
): Promise<Outcome> {
  const format = formatOf(args)
  if (!format.ok) return format
  const words = catalogueOf(context.lang)
  if (name === undefined) return answer(listsText(words, context.view))
  const id = LIST_IDS.find((listId) => listId === name.toLowerCase())
  if (id === undefined)
    return failed({
      id: 'list-unknown',
      values: { seen: name, choices: LIST_IDS },
      nearest: nearest(name, LIST_IDS, 1),
    })
  return answer(listText(id, LISTS[id](words), format.value, context.view))
}
