/** The words of the link catalogue: what a rate counts, and what is wrong about a figure as it is commonly quoted. */
import type { Print } from '../base/print.ts'
import type { LinkKind, QuoteVerdict } from '../topology/links.ts'

/** A quoted figure beside ours: rates in bytes/s, times in seconds, the share 0..1. */
export interface QuoteValues {
  /** "12 x A100", "x16", "RDMA" */
  readonly of: string
  readonly rate?: number
  readonly from?: number
  readonly to?: number
  /** Usable over raw rate of the link. */
  readonly usableShare?: number
  /** The latency that the catalogue gives. */
  readonly latency: number
}

export interface LinkTexts {
  readonly per: Readonly<Record<LinkKind['per'], string>>
  /** One sentence a verdict. */
  readonly verdict: Readonly<Record<QuoteVerdict, (values: QuoteValues, print: Print) => string>>
}
