/** The machine that the evidence was taken on: given with `--on`, or guessed from what the files say. */
import type { Machine } from '../machine/machine.ts'
import type { Place } from './place.ts'

export interface MachineEvidence {
  readonly kind: 'machine'
  readonly machine: Machine
  readonly from: 'option' | 'guess'
  readonly places: readonly Place[]
}
