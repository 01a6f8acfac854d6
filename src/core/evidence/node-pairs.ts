/** A table of node pairs with the bandwidth between them, as scripts that test a cluster pair by pair write it. */
import type { BytesPerSecond } from '../base/units.ts'
import type { Place } from './place.ts'

export interface NodePairs {
  readonly kind: 'node-pairs'
  readonly pairs: readonly NodePair[]
  readonly place: Place
}

export interface NodePair {
  readonly from: string
  readonly to: string
  readonly bandwidth: BytesPerSecond
  readonly place: Place
}
