/**
 * NCCL's tuning model: for each algorithm and protocol time = latency + bytes / bandwidth; the shortest is chosen.
 * Defined by NCCL 2.30.7, src/graph/tuning.cc (ncclTopoTuneModel, ncclTopoGetAlgoTime).
 */
import type { Bytes, Seconds } from '../base/units.ts'
import { bandwidthOf } from './nccl-bandwidth.ts'
import { isEnabled } from './nccl-enabling.ts'
import { graphOf, type NcclInputs, type TunedCollective } from './nccl-inputs.ts'
import { latencyOf } from './nccl-latency.ts'
import {
  NCCL_ALGORITHMS,
  NCCL_PROTOCOLS,
  type NcclAlgorithm,
  type NcclProtocol,
  TREE_CORRECTION,
} from './nccl-tables.ts'

/** One line of the table that NCCL_DEBUG_SUBSYS=TUNING prints: "lat/ bw". */
export interface Candidate {
  readonly algorithm: NcclAlgorithm
  readonly protocol: NcclProtocol
  /** us */
  readonly latency: number
  /** algbw, GB/s */
  readonly bandwidth: number
}

export interface Choice extends Candidate {
  readonly seconds: Seconds
}

/** NCCL_ALGO and NCCL_PROTO: only these. */
export interface Forced {
  readonly algorithm?: NcclAlgorithm
  readonly protocol?: NcclProtocol
}

/** Every algorithm and protocol that this job could use, in NCCL's order. */
export function candidates(collective: TunedCollective, inputs: NcclInputs): readonly Candidate[] {
  return NCCL_ALGORITHMS.flatMap((algorithm) =>
    NCCL_PROTOCOLS.flatMap((protocol) => {
      const graph = graphOf(algorithm, inputs)
      if (!graph || !isEnabled(collective, algorithm, protocol, inputs)) return []
      const bandwidth = bandwidthOf(collective, algorithm, protocol, graph, inputs)
      if (bandwidth <= 0) return []
      return [
        {
          algorithm,
          protocol,
          latency: latencyOf(collective, algorithm, protocol, graph, inputs),
          bandwidth,
        },
      ]
    }),
  )
}

/** The time NCCL reckons for one candidate; `bytes` as nccl-tests counts them (all_gather: all ranks together). */
export function timeOf(
  collective: TunedCollective,
  candidate: Candidate,
  bytes: Bytes,
  inputs: NcclInputs,
): Seconds {
  const { algorithm, protocol } = candidate
  let { latency, bandwidth } = candidate
  if (collective === 'all_reduce' && correctsBySize(algorithm, inputs)) {
    const index = Math.floor(Math.log2(bytes / 64))
    if (index >= 0 && index < (algorithm === 'Tree' ? 23 : 24))
      bandwidth *= TREE_CORRECTION[protocol][index] ?? 1
  }
  if (collective === 'all_reduce' && algorithm === 'Ring' && protocol === 'Simple' && inputs.nodes > 1) {
    const perRankAndChannel = bytes / (connectedChannels(inputs) * inputs.ranks)
    if (perRankAndChannel >= 64) latency *= inputs.computeCapability < 80 ? 1.9 : 1.4
  }
  return latency * 1e-6 + bytes / (bandwidth * 1e9)
}

/** What NCCL picks for this size; undefined when nothing that was asked for can run. */
export function choose(
  collective: TunedCollective,
  bytes: Bytes,
  inputs: NcclInputs,
  forced: Forced = {},
): Choice | undefined {
  let best: Choice | undefined
  for (const candidate of candidates(collective, inputs)) {
    if (forced.algorithm && candidate.algorithm !== forced.algorithm) continue
    if (forced.protocol && candidate.protocol !== forced.protocol) continue
    const seconds = timeOf(collective, candidate, bytes, inputs)
    if (!best || seconds < best.seconds) best = { ...candidate, seconds }
  }
  return best
}

const MAX_CHANNELS = 64

/** "coll channels" in the log: the graph's, doubled when they are connected (NCCL 2.30.7 src/graph/connect.cc). */
export function connectedChannels({ graphs, computeCapability, nodes }: NcclInputs): number {
  const { channels, bwIntra } = graphs.ring
  const doubled = Math.min(MAX_CHANNELS, 2 * channels)
  const again = computeCapability >= 90 && nodes > 1 && bwIntra > 45 && doubled < 16
  return again ? Math.min(MAX_CHANNELS, 2 * doubled) : doubled
}

/** Trees reach less at some sizes; NVLSTree too from Blackwell on, beside x86 CPUs. */
function correctsBySize(algorithm: NcclAlgorithm, { computeCapability, cpu }: NcclInputs): boolean {
  if (algorithm === 'Tree') return true
  return algorithm === 'NVLSTree' && computeCapability >= 100 && (cpu === 'intel' || cpu === 'amd')
}
