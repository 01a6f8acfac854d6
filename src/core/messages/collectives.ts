/** The words of collectives: what each does, starts and ends with, what its size counts, and what popular texts get wrong. */
import type { Print } from '../base/print.ts'
import type { CollectiveName } from '../collectives/names.ts'
import type { SizeMeaning } from '../collectives/sizes.ts'
import type { UseId, When } from '../collectives/uses.ts'

export interface CollectiveText {
  /** One sentence. */
  readonly does: string
  /** What each rank holds before. */
  readonly starts: string
  /** What each rank holds after. */
  readonly ends: string
  /** What it moves: the formula in words. */
  readonly moves: string
  /** Corrections of what is often read elsewhere; may be empty. */
  wrong(print: Print): readonly string[]
}

export interface CollectiveTexts {
  readonly of: Readonly<Record<CollectiveName, CollectiveText>>
  readonly size: Readonly<Record<SizeMeaning, string>>
  readonly use: Readonly<Record<UseId, { readonly title: string; readonly does: string }>>
  readonly when: Readonly<Record<When, string>>
}
