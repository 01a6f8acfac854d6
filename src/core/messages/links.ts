/** The words of the link catalogue: what a rate counts, and what is wrong about a figure as it is commonly quoted. */
import type { Print } from '../base/print.ts'
import type { LinkKind, QuoteFacts, QuoteVerdict } from '../machine/links.ts'

export interface LinkTexts {
  readonly per: Readonly<Record<LinkKind['per'], string>>
  /** One sentence a verdict. */
  readonly verdict: Readonly<Record<QuoteVerdict, (values: QuoteFacts, print: Print) => string>>
}
