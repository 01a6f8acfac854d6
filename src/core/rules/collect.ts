/** What a rule may ask for: the evidence that would decide. */
import type { Assumption } from '../machine/machine.ts'

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
