/** Something that `ringscope explain` explains. One file a kind in this folder. */
import type { Catalogue } from '../../messages/catalogue.ts'
import type { TopicKind } from '../../messages/list.ts'

export interface Topic {
  readonly id: string
  readonly kind: TopicKind
  /** Other spellings by which it is found. */
  readonly also: readonly string[]
  explain(words: Catalogue): Explanation
}

export interface Explanation {
  readonly title: string
  readonly paragraphs: readonly string[]
  /** Short facts beside a label. */
  readonly facts: readonly (readonly [label: string, text: string])[]
  /** Ids of other topics. */
  readonly see: readonly string[]
}
