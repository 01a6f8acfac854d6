/** NCCL's model corrected by what machines reach: each algorithm's bandwidth times its measured efficiency. */
import type { Bytes, Seconds } from '../base/units.ts'
import { busFactor } from '../collectives/names.ts'
import { efficiencyOf } from './efficiency.ts'
import { ncclInputs } from './graph-inputs.ts'
import type { Job } from './job.ts'
import type { NcclInputs, TunedCollective } from './nccl-inputs.ts'
import { type Candidate, candidates, type Forced, timeOf } from './nccl-model.ts'
import type { NcclAlgorithm, NcclProtocol } from './nccl-tables.ts'

/** A known plateau of one algorithm: takes the place of the efficiency, and the others do not pass it. */
export interface Plateau {
  readonly algorithm: NcclAlgorithm
  /** GB/s */
  readonly busbw: number
}

export interface Model {
  readonly collective: TunedCollective
  readonly job: Job
  readonly inputs: NcclInputs
  /** Bandwidths as reached; latencies as modelled. */
  readonly candidates: readonly Candidate[]
  /** busbw of each algorithm by NCCL's model alone, at sizes where latency is nothing, GB/s. */
  readonly modelled: ReadonlyMap<NcclAlgorithm, number>
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

/** The other algorithms stay this little behind the one whose plateau is known. */
const BEHIND = 0.995

/** Undefined where NCCL has no model (AMD), or nothing that was asked for can run. */
export function modelOf(
  collective: TunedCollective,
  job: Job,
  forced: Forced = {},
  plateau?: Plateau,
): Model | undefined {
  const inputs = ncclInputs(job)
  if (!inputs) return undefined
  const all = candidates(collective, inputs).filter(
    ({ algorithm, protocol }) =>
      (!forced.algorithm || algorithm === forced.algorithm) &&
      (!forced.protocol || protocol === forced.protocol),
  )
  if (all.length === 0) return undefined
  const factor = busFactor(collective, job.ranks)
  // Of the whole algorithm, whatever protocol is forced.
  const modelled = new Map<NcclAlgorithm, number>()
  for (const { algorithm, bandwidth } of candidates(collective, inputs))
    modelled.set(algorithm, Math.max(modelled.get(algorithm) ?? 0, bandwidth * factor))
  const usual = (algorithm: NcclAlgorithm) =>
    efficiencyOf(algorithm, collective, job, modelled.get(algorithm) ?? 0)
  const known = plateau && plateau.busbw / (modelled.get(plateau.algorithm) ?? plateau.busbw)
  // What makes the known one slower than usual makes the others slower too.
  const held = plateau && known ? Math.min(1, known / usual(plateau.algorithm)) : 1
  const share = (algorithm: NcclAlgorithm): number => {
    if (!plateau || !known) return usual(algorithm)
    if (algorithm === plateau.algorithm) return known
    return Math.min(usual(algorithm) * held, (BEHIND * plateau.busbw) / (modelled.get(algorithm) ?? 1))
  }
  const corrected = all.map((candidate) => ({
    ...candidate,
    bandwidth: candidate.bandwidth * share(candidate.algorithm),
  }))
  return { collective, job, inputs, candidates: corrected, modelled, busFactor: factor }
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
