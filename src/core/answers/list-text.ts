/** A list as text, Markdown and JSON; without a name, which lists there are. */
import type { Catalogue } from '../messages/catalogue.ts'
import type { ListId } from '../messages/list.ts'
import { markdownTable } from '../report/text/markdown-table.ts'
import { table } from '../report/text/table.ts'
import type { TextView } from '../report/text/view.ts'
import { wrap } from '../report/text/width.ts'
import type { Format } from './format.ts'
import { LIST_IDS } from './list.ts'
import type { Listing } from './lists/listing.ts'

/** Without a name: which lists there are. */
export function listsText({ list: { lists } }: Catalogue, view: TextView): string {
  const rows = LIST_IDS.map((id) => [`ringscope list ${id}`, lists[id]])
  return `${table([{ title: '' }, { title: '', grow: true }], rows, view).join('\n')}\n`
}

/** One list. */
export function listText(
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
