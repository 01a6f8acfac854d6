/** NCCL's model corrected by what machines reach: each algorithm's bandwidth times its measured efficiency. */
import type { Bytes, Seconds } from '../base/units.ts'
import { busFactor } from '../collectives/names.ts'
import { efficiencyOf } from './efficiency.ts'
import { ncclInputs } from './graph-inputs.ts'
import type { Job } from './job.ts'
import type { NcclInputs, TunedCollective } from './nccl-inputs.ts'
import { type Candidate, candidates, type Forced, timeOf } from './nccl-model.ts'
import type { NcclAlgorithm, NcclProtocol } from './nccl-tables.ts'

export interface Plateau {
  readonly algorithm: NcclAlgorithm
  /** GB/s */
  readonly busbw: number
}

export interface Model {
  readonly collective: TunedCollective
  readonly job: Job
  readonly inputs: NcclInputs
  /** As NCCL models them. */
  readonly lines: readonly Candidate[]
  /** The same with bandwidths as machines reach them. */
  readonly candidates: readonly Candidate[]
  /** busbw of each algorithm by NCCL's model alone, at sizes where latency is nothing, GB/s. */
  readonly modelled: ReadonlyMap<NcclAlgorithm, number>
  /** What machines usually reach of it. */
  readonly usual: ReadonlyMap<NcclAlgorithm, number>
  /** busbw over algbw. */
  readonly busFactor: number
}

export interface Estimated {
  readonly algorithm: NcclAlgorithm
  readonly protocol: NcclProtocol
  readonly latencySeconds: Seconds
  /** Without what is lost on the way to the plateau: efficiency-curve.ts. */
  readonly seconds: Seconds
}

/** With every algorithm's usual efficiency. Undefined where NCCL has no model (AMD), or nothing that was asked for can run. */
export function modelOf(collective: TunedCollective, job: Job, forced: Forced = {}): Model | undefined {
  const inputs = ncclInputs(job)
  const all = inputs ? candidates(collective, inputs) : []
  const lines = all.filter(
    ({ algorithm, protocol }) =>
      (!forced.algorithm || algorithm === forced.algorithm) &&
      (!forced.protocol || protocol === forced.protocol),
  )
  if (!inputs || lines.length === 0) return undefined
  const factor = busFactor(collective, job.ranks)
  // Of the whole algorithm, whatever protocol is forced.
  const modelled = new Map<NcclAlgorithm, number>()
  for (const { algorithm, bandwidth } of all)
    modelled.set(algorithm, Math.max(modelled.get(algorithm) ?? 0, bandwidth * factor))
  const usual = new Map(
    [...modelled].map(([algorithm, bus]) => [algorithm, efficiencyOf(algorithm, collective, job, bus)]),
  )
  const reached = lines.map((line) => ({
    ...line,
    bandwidth: line.bandwidth * (usual.get(line.algorithm) ?? 1),
  }))
  return { collective, job, inputs, lines, candidates: reached, modelled, usual, busFactor: factor }
}

/** The other algorithms stay this little behind the one whose plateau is known. */
const BEHIND = 0.995

/** The same model where the plateau of one algorithm is known: it takes the place of the efficiency, and no other passes it. */
export function reaching(model: Model, { algorithm: best, busbw }: Plateau): Model {
  const known = busbw / (model.modelled.get(best) ?? busbw)
  // What makes the known one slower than usual makes the others slower too.
  const held = Math.min(1, known / (model.usual.get(best) ?? 1))
  const share = (algorithm: NcclAlgorithm): number =>
    algorithm === best
      ? known
      : Math.min(
          (model.usual.get(algorithm) ?? 1) * held,
          (BEHIND * busbw) / (model.modelled.get(algorithm) ?? busbw),
        )
  return {
    ...model,
    candidates: model.lines.map((line) => ({ ...line, bandwidth: line.bandwidth * share(line.algorithm) })),
  }
}

/** The fastest algorithm and protocol at this size. */
export function estimate({ collective, inputs, candidates }: Model, bytes: Bytes): Estimated {
  let best: Estimated | undefined
  for (const candidate of candidates) {
    const seconds = timeOf(collective, candidate, bytes, inputs)
    if (!best || seconds < best.seconds)
      best = {
        algorithm: candidate.algorithm,
        protocol: candidate.protocol,
        latencySeconds: candidate.latency * 1e-6,
        seconds,
      }
  }
  if (!best) throw new Error('a model without candidates')
  return best
}
