/** `ringscope list variables`: what NCCL and RCCL read from the environment. */
import { VARIABLES } from '../../knowledge/known-variables.ts'
import type { ListMaker } from './listing.ts'

export const variables: ListMaker = ({ variables: { labels, meanings }, list: { columns } }) => ({
  columns: [{ title: columns.id }, { title: `${labels.meaning} [${labels.default}]`, grow: true }],
  // The longest names leave no room for more columns; --json has the versions.
  rows: VARIABLES.map(({ name, default: byDefault }) => [name, `${meanings[name] ?? ''} [${byDefault}]`]),
  notes: [],
  data: VARIABLES.map((variable) => ({ ...variable, meaning: meanings[variable.name] })),
})
