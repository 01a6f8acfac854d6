/**
 * How many channels and threads NCCL uses for one operation: fewer for small ones, so that each has enough to do.
 * Defined by NCCL 2.30.7, src/graph/tuning.cc (thread defaults) and src/enqueue.cc (topoGetAlgoInfo).
 */
import type { Bytes } from '../base/units.ts'
import { graphOf, type NcclInputs } from './nccl-inputs.ts'
import { connectedChannels } from './nccl-model.ts'
import type { NcclAlgorithm, NcclProtocol } from './nccl-tables.ts'

export interface Launch {
  readonly channels: number
  /** Of one block: a channel is one. */
  readonly threads: number
}

/** Rings that move less than this, GB/s in all, get fewer threads. */
const SLOW_RING = 12
/** Bytes a thread should have. */
const BYTES_A_THREAD = { LL: 8, LL128: 8, Simple: 64 } as const
/** Threads are halved as long as whole groups of four warps remain. */
const GROUP = 128

export function launchOf(
  algorithm: NcclAlgorithm,
  protocol: NcclProtocol,
  bytes: Bytes,
  inputs: NcclInputs,
): Launch {
  const multicast = algorithm === 'NVLS' || algorithm === 'NVLSTree'
  let channels = multicast ? (graphOf(algorithm, inputs)?.channels ?? 1) : connectedChannels(inputs)
  let threads = mostThreads(algorithm, protocol, inputs)
  const ranks = algorithm === 'Ring' && protocol === 'LL' ? inputs.ranks : 1
  const each = BYTES_A_THREAD[protocol] * ranks
  while (bytes < channels * threads * each) {
    if (channels > 1) channels--
    else if (threads % GROUP === 0) threads /= 2
    else break
  }
  return { channels, threads }
}

function mostThreads(algorithm: NcclAlgorithm, protocol: NcclProtocol, { graphs }: NcclInputs): number {
  if (protocol === 'LL128') return 640
  const { bwIntra, channels } = graphs.ring
  const slow = algorithm === 'Ring' && bwIntra * channels <= SLOW_RING
  return protocol === 'Simple' && slow ? 256 : 512
}
