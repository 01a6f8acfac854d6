/** `ringscope list presets`: machines by name. */
import { print } from '../../base/print.ts'
import { presets as all } from '../../machine/presets/index.ts'
import type { Catalogue } from '../../messages/catalogue.ts'
import { machineText } from '../../report/topo/machine-text.ts'
import type { ListMaker } from './listing.ts'

export const presets: ListMaker = (words: Catalogue) => {
  const { columns, notes } = words.list
  return {
    columns: [{ title: columns.id }, { title: columns.title }, { title: columns.machine, grow: true }],
    rows: all.map(({ id, title, machine }) => [id, title, machineText(machine, {}, words, print)]),
    notes: notes.presets,
    data: all.map(({ id, title, aliases, source, machine }) => ({
      id,
      title,
      aliases,
      source,
      summary: machineText(machine, {}, words, print),
    })),
  }
}
