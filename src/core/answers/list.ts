/** What ringscope knows, as tables: `ringscope list`. */
import type { ListId } from '../messages/list.ts'
import { algorithms } from './lists/algorithms.ts'
import { collectives } from './lists/collectives.ts'
import { formats } from './lists/formats.ts'
import { links } from './lists/links.ts'
import type { ListMaker } from './lists/listing.ts'
import { presets } from './lists/presets.ts'
import { rules } from './lists/rules.ts'
import { variables } from './lists/variables.ts'
import { workloads } from './lists/workloads.ts'

export const LISTS: Readonly<Record<ListId, ListMaker>> = {
  formats,
  rules,
  algorithms,
  presets,
  collectives,
  links,
  workloads,
  variables,
}
export const LIST_IDS = Object.keys(LISTS) as readonly ListId[]
