/**
 * The findings' texts: which values each needs (FindingValues), and what each must say (FindingText).
 * A language that lacks one does not compile. Values are SI; rates in bytes/s; shares 0..1.
 */
import type { Print } from '../base/print.ts'

export interface FindingValues {
  'number-is-healthy': {
    readonly collective: string
    readonly measured: number
    readonly expected: number
    readonly share: number
    readonly bytes: number
  }
}

export type RuleId = keyof FindingValues

export interface FindingText<Values> {
  /** One sentence that stands alone. */
  title(values: Values, print: Print): string
  /** The cause in a few words, for the headline: "GPU5 has lost 4 of its 12 NVLinks". Absent: the title serves. */
  cause?(values: Values, print: Print): string
  /** How we know, and what it costs. */
  detail(values: Values, print: Print): string
  /** What to do, the cheapest first; commands that exist. */
  actions(values: Values, print: Print): readonly string[]
  /** How to check that it helped. */
  verify?(values: Values, print: Print): string
}

export type FindingTexts = { readonly [Id in RuleId]: FindingText<FindingValues[Id]> }
