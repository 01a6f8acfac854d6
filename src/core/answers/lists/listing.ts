/** What a list is: rows for people, data for programs. One file a list in this folder. */
import type { Catalogue } from '../../messages/catalogue.ts'
import type { Column } from '../../report/text/table.ts'

export interface Listing {
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly string[])[]
  /** Sentences under the table. */
  readonly notes: readonly string[]
  /** The same in SI units, for --json. */
  readonly data: readonly object[]
}

export type ListMaker = (words: Catalogue) => Listing
