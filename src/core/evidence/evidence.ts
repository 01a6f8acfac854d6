/** Everything that files can say, by kind. */
import type { Benchmark } from './benchmark.ts'
import type { Capture } from './capture.ts'
import type { HostFacts } from './host-facts.ts'
import type { MachineEvidence } from './machine-evidence.ts'
import type { NcclLog } from './nccl-log.ts'
import type { NodePairs } from './node-pairs.ts'
import type { PrintedMessages } from './printed-messages.ts'
import type { RasReport } from './ras-report.ts'
import type { TopoMatrix } from './topo-matrix.ts'
import type { GraphXml, TopologyXml } from './topology-xml.ts'

export type Evidence =
  | NcclLog
  | Benchmark
  | TopoMatrix
  | MachineEvidence
  | HostFacts
  | NodePairs
  | RasReport
  | PrintedMessages
  | Capture
  | TopologyXml
  | GraphXml
export type EvidenceKind = Evidence['kind']
export type EvidenceOf<Kind extends EvidenceKind> = Extract<Evidence, { readonly kind: Kind }>
