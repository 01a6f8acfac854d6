/** What each rule looks at, when it speaks and how loud: for `list rules` and `explain`. */
import type { RuleId } from './findings.ts'

export interface RuleText {
  /** In a few words, for the list. */
  readonly title: string
  /** When it speaks, and why that matters. */
  readonly about: string
}

export type RuleTexts = Readonly<Record<RuleId, RuleText>>
