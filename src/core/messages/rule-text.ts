/**
 * Everything that a person reads of one rule: messages/{en,zh}/rules/<id>.ts, typed by the values that the rule exports.
 * A language that lacks one does not compile. Values are SI; rates in bytes/s; shares and changes 0..1.
 */
import type { Print } from '../base/print.ts'
import type { FailureValues } from '../rules/failure/failure-lines.ts'
import type { FindingValues } from '../rules/index.ts'
import type { RuleId } from '../rules/order.ts'

export interface RuleText<Values> {
  /** In a few words, for lists: "one host lacks GPUDirect RDMA". */
  readonly name: string
  /** When it speaks and how loud, and why that matters. */
  readonly about: string
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
  /** In a few words, where the rule looked and found nothing: "GPUs linked alike". */
  readonly inOrder?: string
  /** What `explain` says of it, beside `about` and the sources that the rule names. */
  readonly explained: {
    /** What in the files shows it. */
    readonly knownBy: string
    readonly costs: string
    readonly todo: string
    /** How to see that it helped. */
    readonly verify: string
  }
}

/** Of a finding that is told in the words of the line that it quotes, whatever its rule. */
export type FailureText = Pick<RuleText<FailureValues>, 'title' | 'cause' | 'detail' | 'actions' | 'verify'>

export type RuleTexts = { readonly [Id in RuleId]: RuleText<FindingValues[Id]> }
