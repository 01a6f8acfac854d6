/** One fact of the machine that a run was made on: what it is, who says so, and who says otherwise. */
import type { Place } from '../../evidence/place.ts'

export type FactId =
  | 'gpu'
  | 'hosts'
  | 'gpu-count'
  | 'nvlink-domain'
  | 'nvlinks'
  | 'host'
  | 'network'
  | 'library'

export interface FactOfRun<Value> {
  readonly fact: FactId
  /** `counted`: from numbers of ranks and devices; `given`: with an option; `open`: nothing says. */
  readonly how: 'read' | 'counted' | 'given' | 'open'
  readonly value?: Value
  readonly places: readonly Place[]
}

/** A value that an option gives and a file does not agree with: the file is judged, and both are told. */
export interface Contradiction {
  readonly fact: FactId
  /** As short as the field writes them: "8 x 200G". */
  readonly given: string
  readonly read: string
  readonly places: readonly Place[]
}

export const open = (
  fact: FactId,
): { readonly fact: FactId; readonly how: 'open'; readonly places: readonly [] } => ({
  fact,
  how: 'open',
  places: [],
})

export const read = <Value>(fact: FactId, value: Value, places: readonly Place[]): FactOfRun<Value> => ({
  fact,
  how: 'read',
  value,
  places,
})

export const counted = <Value>(fact: FactId, value: Value, places: readonly Place[]): FactOfRun<Value> => ({
  fact,
  how: 'counted',
  value,
  places,
})
