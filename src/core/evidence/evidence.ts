/** Everything that files can say, by kind. */
import type { Benchmark } from './benchmark.ts'
import type { MachineEvidence } from './machine-evidence.ts'
import type { TopoMatrix } from './topo-matrix.ts'

export type Evidence = Benchmark | TopoMatrix | MachineEvidence
export type EvidenceKind = Evidence['kind']
export type EvidenceOf<Kind extends EvidenceKind> = Extract<Evidence, { readonly kind: Kind }>
