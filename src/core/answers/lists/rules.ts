/** `ringscope list rules`: what diagnose looks for. */
import { rules as all } from '../../rules/index.ts'
import type { ListMaker } from './listing.ts'

export const rules: ListMaker = ({ list, rules: texts }) => ({
  columns: [{ title: list.columns.id }, { title: list.columns.title, grow: true }],
  rows: all.map(({ id }) => [id, texts[id].name]),
  notes: list.notes.rules,
  data: all.map(({ id, needs }) => ({ id, title: texts[id].name, about: texts[id].about, needs })),
})
