/** `ringscope list`: what ringscope knows, as tables. */
import { nearest } from '../../core/base/nearest.ts'
import { failed } from '../../core/base/result.ts'
import type { Catalogue } from '../../core/messages/catalogue.ts'
import { catalogueOf } from '../../core/messages/index.ts'
import type { ListId } from '../../core/messages/list.ts'
import { markdownTable } from '../../core/report/text/markdown-table.ts'
import { table } from '../../core/report/text/table.ts'
import type { TextView } from '../../core/report/text/view.ts'
import { wrap } from '../../core/report/text/width.ts'
import { answer, type Context, type Outcome } from '../answer.ts'
import type { CommandFile } from '../command.ts'
import { algorithms } from '../lists/algorithms.ts'
import { collectives } from '../lists/collectives.ts'
import { formats } from '../lists/formats.ts'
import { links } from '../lists/links.ts'
import type { Listing, ListMaker } from '../lists/listing.ts'
import { presets } from '../lists/presets.ts'
import { rules } from '../lists/rules.ts'
import { variables } from '../lists/variables.ts'
import { workloads } from '../lists/workloads.ts'
import { FORMATS, type Format, formatOf } from '../options.ts'

const LISTS: Readonly<Record<ListId, ListMaker>> = {
  formats,
  rules,
  algorithms,
  presets,
  collectives,
  links,
  workloads,
  variables,
}
const LIST_IDS = Object.keys(LISTS) as readonly ListId[]

export const list: CommandFile = {
  formats: FORMATS,
  examples: ['list presets', 'list collectives', 'list rules --json'],
  define(command, { arguments: words }, runs) {
    command
      .argument('[list]', `${words.list}: ${LIST_IDS.join(', ')}`)
      .action((name: string | undefined, asked) => runs((context) => run(name, asked, context)))
  },
}

async function run(
  name: string | undefined,
  asked: { readonly format?: string; readonly json?: boolean },
  context: Context,
): Promise<Outcome> {
  const format = formatOf(asked)
  if (!format.ok) return format
  const words = catalogueOf(context.lang)
  if (name === undefined) return answer(index(words, context.view))
  const id = LIST_IDS.find((its) => its === name.toLowerCase())
  if (id === undefined)
    return failed({
      id: 'list-unknown',
      values: { seen: name, choices: LIST_IDS },
      nearest: nearest(name, LIST_IDS, 1),
    })
  return answer(rendered(id, LISTS[id](words), format.value, context.view))
}

/** Without a name: which lists there are. */
function index({ list: { lists } }: Catalogue, view: TextView): string {
  const rows = LIST_IDS.map((id) => [`ringscope list ${id}`, lists[id]])
  return `${table([{ title: '' }, { title: '', grow: true }], rows, view).join('\n')}\n`
}

function rendered(
  id: ListId,
  { columns, rows, notes, data }: Listing,
  format: Format,
  view: TextView,
): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify({ schema: 'ringscope.list/1', list: id, items: data }, undefined, 2)}\n`
    case 'md':
      return `${[...markdownTable(columns, rows), '', ...notes.map((note) => `${note}\n`)].join('\n')}`
    case 'text': {
      const under = notes.flatMap((note) => wrap(note, view.width - 2).map((line) => `  ${line}`))
      return `${[...table(columns, rows, view), ...(under.length > 0 ? ['', ...under] : [])].join('\n')}\n`
    }
  }
}
