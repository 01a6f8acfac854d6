/** What a rule may ask for: the evidence that would decide. */
import type { Assumption } from '../machine/machine.ts'
import type { OpenFact } from '../machine/plausible/value.ts'

/** What would decide: each has a sentence in the report's "next". */
export type CollectId =
  | Assumption
  | 'larger-size'
  | 'nvlink-domain'
  | 'library'
  | 'ring'
  | 'machine'
  | 'log'
  | 'plausible'
  | 'format'
  | 'measurement'
  | 'collective'
  | 'rows'
  | 'row-format'
  | 'all-logs'

/** What shows each fact. */
export const SHOWN_BY: Readonly<Record<OpenFact, CollectId>> = {
  gpu: 'gpu',
  'gpu-count': 'gpu-count',
  'nvlink-domain': 'nvlink-domain',
  nvlinks: 'nvlinks',
  host: 'cpu',
  network: 'nics',
  nvls: 'library',
}
