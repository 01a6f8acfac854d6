/** How one collective on one job is expected to go: the bases of its plateau, and the model that gives every other size. */
import { type Bytes, GBps, GiB } from '../base/units.ts'
import type { CollectiveName } from '../collectives/names.ts'
import { type ClosedForm, closedForm } from '../cost/closed-forms.ts'
import { slowdown } from '../cost/efficiency-curve.ts'
import type { Job } from '../cost/job.ts'
import { estimate, type Model, modelOf, reaching } from '../cost/nccl-estimate.ts'
import { isTuned } from '../cost/nccl-inputs.ts'
import type { NcclAlgorithm, NcclProtocol } from '../cost/nccl-tables.ts'
import { publishedFor } from '../cost/published/index.ts'
import type { AlgorithmName, Basis, ProtocolName } from './expectation.ts'

export interface Forcing {
  readonly algorithm?: AlgorithmName
  readonly protocol?: ProtocolName
  /** False where the job is a supposition: nothing was published about it. */
  readonly published?: boolean
}

export interface Plan {
  readonly job: Job
  readonly collective: CollectiveName
  /** The first is the one used. */
  readonly bases: readonly Basis[]
  /** The band of the plateau, GB/s; busbw is its middle. */
  readonly plateau: { readonly busbw: number; readonly low: number; readonly high: number }
  /** NCCL's model with that plateau; undefined where it has none. */
  readonly model?: Model
  readonly form: ClosedForm
}

/** The largest size of the default sweep: 16 GiB, where plateaus are read. */
export const LARGEST: Bytes = 16 * GiB
/** More than this is not latency: at so many nodes the plateau was read at another size. */
const MOST_MADE_UP = 1.05
/** Latency is nothing there. */
const HUGE = 2 ** 44
const MODEL = 'NCCL 2.30.7 src/graph/tuning.cc'
const FORM = 'Thakur, Rabenseifner & Gropp 2005'

/** Undefined when what is forced cannot run on this job. */
export function planOf(collective: CollectiveName, job: Job, forcing: Forcing = {}): Plan | undefined {
  const form = closedForm(collective, job)
  const forced = ncclForced(forcing)
  if (!forced) return undefined
  const plain = isTuned(collective) ? modelOf(collective, job, forced) : undefined
  // AMD and collectives made of sends have no algorithms to force.
  if (!plain && (forced.algorithm ?? 'Ring') !== 'Ring') return undefined
  const numbers =
    forced.protocol || forcing.published === false
      ? []
      : publishedFor(collective, job, forced.algorithm).filter(
          ({ algorithm }) => !plain || !algorithm || plain.modelled.has(algorithm),
        )
  const bases: readonly Basis[] = [
    ...numbers.map(({ busbw, low, high, source }) => ({
      kind: 'published' as const,
      busbw,
      low,
      high,
      source,
    })),
    ...modelled(plain, form, job),
  ]
  const [used] = bases
  if (!used) return undefined
  const plateau = { busbw: (used.low + used.high) / 2, low: used.low, high: used.high }
  // A forced protocol keeps its own share of the algorithm's plateau.
  const model = forced.protocol ? plain : plain && withPlateau(plain, plateau.busbw, numbers[0]?.algorithm)
  return { job, collective, bases, plateau, form, ...(model ? { model } : {}) }
}

function ncclForced({
  algorithm,
  protocol,
}: Forcing): { readonly algorithm?: NcclAlgorithm; readonly protocol?: NcclProtocol } | undefined {
  if (algorithm === 'P2P') return undefined
  return { ...(algorithm ? { algorithm } : {}), ...(protocol ? { protocol } : {}) }
}

/** The model that gives the plateau's busbw at the largest size of a sweep, where it was read: latency counts a little. */
function withPlateau(plain: Model, busbw: number, published: NcclAlgorithm | undefined): Model {
  const algorithm = published ?? estimate(plain, HUGE).algorithm
  const first = reaching(plain, { algorithm, busbw })
  const { seconds, ...modelled } = estimate(first, LARGEST)
  const slower = slowdown(plain.collective, plain.job, { ...modelled, seconds })
  const read = (LARGEST * plain.busFactor) / (seconds * slower) / GBps
  return reaching(plain, { algorithm, busbw: busbw * Math.min(MOST_MADE_UP, busbw / read) })
}

/** NCCL's model and the closed form, the one that fits the machine first. */
function modelled(plain: Model | undefined, form: ClosedForm, job: Job): readonly Basis[] {
  const closed: Basis = {
    kind: 'closed-form',
    busbw: (form.busbw * (form.low + form.high)) / 2,
    low: form.busbw * form.low,
    high: form.busbw * form.high,
    source: FORM,
  }
  if (!plain) return [closed]
  const busbw = busbwOf(plain, HUGE)
  const [low, high] = spreadOf(job, estimate(plain, HUGE).algorithm)
  const model: Basis = {
    kind: 'nccl-model',
    busbw: (busbw * (low + high)) / 2,
    low: busbw * low,
    high: busbw * high,
    source: MODEL,
  }
  // NCCL's search counts host memory as if it were PCIe.
  const throughHost = !job.linked && !job.facts.gpu.peerToPeer
  return throughHost ? [closed, model] : [model, closed]
}

function busbwOf(model: Model, bytes: number): number {
  const { seconds } = estimate(model, bytes)
  return (bytes * model.busFactor) / seconds / 1e9
}

/** How far healthy machines lie from the model: shares of its busbw. */
function spreadOf(
  { nodes, linked, machine, ranksPerNode, facts }: Job,
  algorithm: NcclAlgorithm,
): readonly [low: number, high: number] {
  if (!linked && ranksPerNode > 1) return [0.7, 1.15]
  // Bridged pairs: A40 reach 47.5 GB/s where the model ends at 41.6, A100 fall short of theirs; H100 are published.
  if (nodes === 1 && ranksPerNode === 2 && facts.gpu.form === 'pcie')
    return (facts.gpu.links?.count ?? 0) <= 4 ? [1.08, 1.18] : [0.8, 1.04]
  if (nodes === 1) return [0.96, 1.04]
  // NVLSTree between two Blackwell nodes: nothing is published, and the model alone says 497 of 677.
  const blackwell = (facts.gpu.computeCapability ?? 0) >= 100
  if (nodes === 2 && blackwell && algorithm === 'NVLSTree') return [0.73, 1.03]
  // Sockets: as much a matter of CPU, kernel and settings as of the ports.
  if (machine.fabric?.kind === 'tcp') return [0.4, 1.2]
  const oversubscription = machine.fabric?.oversubscription ?? 1
  // Whether rings cross the spine once or at every step depends on the order of the ranks.
  return oversubscription > 1 ? [1 / oversubscription, 1] : [0.95, 1.05]
}
