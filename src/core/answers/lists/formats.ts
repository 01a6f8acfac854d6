/** `ringscope list formats`: the parsers. */
import { parsers } from '../../parsers/index.ts'
import type { ListMaker } from './listing.ts'

export const formats: ListMaker = ({ list: { columns } }) => ({
  columns: [{ title: columns.id }, { title: columns.read, grow: true }],
  rows: parsers.map(({ id, title }) => [id, title]),
  notes: [],
  // For who reads the list it is one: read line by line, or as a whole.
  data: parsers.map(({ id, title, kind }) => ({ id, title, kind: kind === 'host' ? 'lines' : kind })),
})
