/** What the analysis and the rules see, and the memory that computes each measure once (after Lighthouse's computed artifacts). */

import type { Evidence, EvidenceKind, EvidenceOf } from '../evidence/evidence.ts'
import type { Fabric } from '../machine/machine.ts'

export interface Facts {
  readonly evidence: readonly Evidence[]
  /** `--nodes`, `--ranks` and the like. */
  readonly options: FactOptions
  /** Of the runs given with --baseline; undefined without. */
  readonly baseline?: readonly Facts[]
}

export interface FactOptions {
  readonly nodes?: number
  readonly ranks?: number
  /** `--fabric`, also where no machine is named. */
  readonly fabric?: Fabric
}

/** The evidence of one kind, in the order it was read. */
export function evidenceOf<Kind extends EvidenceKind>(facts: Facts, kind: Kind): readonly EvidenceOf<Kind>[] {
  return facts.evidence.filter((item): item is EvidenceOf<Kind> => item.kind === kind)
}

/** A measure that is worked out once for the same facts, however many rules ask for it. */
export function computed<Value>(measure: (facts: Facts) => Value): (facts: Facts) => Value {
  const known = new WeakMap<Facts, { readonly value: Value }>()
  return (facts) => {
    const held = known.get(facts)
    if (held) return held.value
    const value = measure(facts)
    known.set(facts, { value })
    return value
  }
}
