/** A time that no algorithm beats on a graph, and what proves it: a cut, groups of ranks, or the longest way. */
import type { Bytes, BytesPerSecond, Seconds } from '../base/units.ts'

export interface Bound {
  readonly seconds: Seconds
  readonly certificate: Certificate
  /** What was not looked at, since the graph is large, and may show that it takes longer still. */
  readonly untried?: 'cuts'
}

export type Certificate =
  /** `bytes` must leave (or enter) the ranks of `inside` over links of `bandwidth` together. */
  | {
      readonly kind: 'cut'
      readonly inside: readonly string[]
      readonly direction: 'out' | 'in'
      readonly bytes: Bytes
      readonly bandwidth: BytesPerSecond
    }
  /** `bytes` must leave `groups` groups of ranks, which send `bandwidth` together. */
  | {
      readonly kind: 'groups'
      readonly groups: number
      readonly each: number
      readonly bytes: Bytes
      readonly bandwidth: BytesPerSecond
    }
  /** Nothing crosses faster than the longest way. */
  | { readonly kind: 'latency'; readonly from: string; readonly to: string }
  | { readonly kind: 'nothing' }
