/** What a published number is. All of them: docs/published.md. Adding one: a line in one of the files beside this. */
import type { CollectiveName } from '../../collectives/names.ts'
import type { MachineFacts } from '../../machine/facts.ts'
import type { Fabric, FabricKind } from '../../machine/machine.ts'
import type { Job } from '../job.ts'
import type { NcclAlgorithm } from '../nccl-tables.ts'

export interface Published {
  /** Machines of one kind: "8 x A100 on NVSwitch". */
  readonly title: string
  readonly is: (facts: MachineFacts) => boolean
  readonly collectives: readonly CollectiveName[]
  /** Set by NCCL_ALGO, or what the default was seen to be. */
  readonly algorithm?: NcclAlgorithm
  /** NCCL_ALGO was set: says nothing of the default. */
  readonly forced?: true
  /** All GPUs of a node when not given. */
  readonly ranksPerNode?: number
  /** One node when not given; `to` undefined: and more. */
  readonly nodes?: { readonly from: number; readonly to?: number }
  readonly fabric?: FabricKind
  /** busbw at the largest sizes, GB/s: what is typical, and the range. */
  readonly busbw: number
  readonly low: number
  readonly high: number
  readonly source: string
}

/** Says whether a number is about this job, as it is: as many ranks and nodes, and every link at its place. */
export function isAbout(
  { is, collectives, ranksPerNode, nodes = { from: 1, to: 1 }, fabric }: Published,
  collective: CollectiveName,
  job: Job,
): boolean {
  return (
    collectives.includes(collective) &&
    is(job.facts) &&
    job.ranksPerNode === (ranksPerNode ?? job.facts.gpus) &&
    job.nodes >= nodes.from &&
    job.nodes <= (nodes.to ?? Infinity) &&
    (job.nodes === 1 || isOnFabric(fabric, job.machine.fabric))
  )
}

/** A number without a fabric is about any that carries RDMA at the ports' full rate. */
function isOnFabric(wanted: FabricKind | undefined, fabric: Fabric | undefined): boolean {
  if ((fabric?.oversubscription ?? 1) > 1) return false
  return wanted === undefined ? fabric?.kind !== 'tcp' : fabric?.kind === wanted
}
