/**
 * What the rows of the catalogue (knowledge/messages) mean, one sentence a row, and what to do, by topic.
 * One file a table: messages/{en,zh}/nccl/<table>.ts; advice.ts for the topics.
 */
import type { MessageId } from '../knowledge/messages/index.ts'
import type { Topic } from '../knowledge/messages/topics.ts'

/** What a line means, as a clause that may follow "gpu-07 (rank 3): "; no full stop. */
export type Meanings<Id extends string> = Readonly<Record<Id, string>>

export interface Advice {
  /** A few words for a title: "no route between the NICs". */
  readonly title: string
  /** The likely causes, the usual first: one or two sentences. */
  readonly causes: string
  /** What to do or look at, the cheapest first; commands that exist. */
  readonly actions: readonly string[]
  /** How to see that it is gone. */
  readonly verify: string
}

export interface NcclMessageTexts {
  readonly meanings: Meanings<MessageId>
  readonly advice: Readonly<Record<Topic, Advice>>
}
