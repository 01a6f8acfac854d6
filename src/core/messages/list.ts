/** The words of `ringscope list` and `ringscope explain`. */
import type { Print } from '../base/print.ts'
import type { MessageSource } from '../knowledge/messages/index.ts'
import type { MessageClass } from '../knowledge/messages/row.ts'
import type { RuleGroup } from '../rules/order.ts'

export type ListId =
  | 'formats'
  | 'rules'
  | 'algorithms'
  | 'presets'
  | 'collectives'
  | 'links'
  | 'workloads'
  | 'variables'

export type TopicKind =
  | 'rule'
  | 'collective'
  | 'algorithm'
  | 'link'
  | 'preset'
  | 'term'
  | 'variable'
  | 'message'

export interface ListTexts {
  /** What each list holds. */
  readonly lists: Readonly<Record<ListId, string>>
  readonly columns: Readonly<
    Record<
      | 'id'
      | 'title'
      | 'read'
      | 'machine'
      | 'source'
      | 'collective'
      | 'sends'
      | 'factor'
      | 'size'
      | 'uses'
      | 'raw'
      | 'usable'
      | 'per'
      | 'latency'
      | 'quoted'
      | 'model'
      | 'parameters'
      | 'gradients'
      | 'strategy'
      | 'calls'
      | 'sent'
      | 'starts'
      | 'ends'
      | 'moves'
      | 'wrong'
      | 'severity'
      | 'aliases',
      string
    >
  >
  readonly kinds: Readonly<Record<TopicKind, string>>
  /** Groups of rules, as headings. */
  readonly groups: Readonly<Record<RuleGroup, string>>
  /** What `explain` says of a rule. */
  readonly explained: Readonly<Record<'knownBy' | 'costs' | 'todo' | 'verify' | 'sources', string>>
  /** What `explain` says of a line that a program printed. */
  readonly message: {
    /** What the line says of the job. */
    readonly classes: Readonly<Record<MessageClass, string>>
    readonly printedBy: string
    readonly sources: Readonly<Record<MessageSource, string>>
    readonly versions: string
  }
  readonly see: string
  readonly more: string
  readonly notes: {
    /** Under `list collectives`: what S, N and the factor mean. */
    readonly collectives: readonly string[]
    readonly links: readonly string[]
    readonly presets: readonly string[]
    readonly rules: readonly string[]
    readonly workloads: (values: { readonly ranks: number }, print: Print) => readonly string[]
  }
}
