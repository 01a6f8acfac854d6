/**
 * Which algorithm 'auto' takes for a size, and how far a pipeline is cut, by transport. Thresholds are measured with
 * `ringscope perf --algo all`; where they come from stands beside each table.
 */
import type { CollectiveName } from '../../core/collectives/names.ts'
import { isSplit } from '../../core/collectives/sizes.ts'
import { algorithmNamed, algorithmsOf } from '../../core/schedules/algorithms/index.ts'
import type { Algorithm, ScheduleOptions } from '../../core/schedules/schedule.ts'
import type { CollectiveCall } from '../calls/collective-call.ts'
import { dataTypes } from '../memory/data-types.ts'
import type { Transport, TransportId } from '../transports/transport.ts'

/** Up to so many bytes (the size of nccl-tests' first column) this algorithm is the fastest; in rising order. */
export interface Threshold {
  readonly upToBytes: number
  /** Holds for so many ranks; for any unless given. */
  readonly upToRanks?: number
  readonly algorithm: string
}

const KIB = 1024
const always = (algorithm: string): readonly Threshold[] => [
  { upToBytes: Number.POSITIVE_INFINITY, algorithm },
]

/** A step costs some microseconds: few steps while messages are short, few bytes once they are long. */
const BY_MESSAGES: Readonly<Record<CollectiveName, readonly Threshold[]>> = {
  all_reduce: [
    { upToBytes: 32 * KIB, algorithm: 'recursive-doubling' },
    { upToBytes: 256 * KIB, algorithm: 'halving-doubling' },
    ...always('ring'),
  ],
  all_gather: [{ upToBytes: 32 * KIB, algorithm: 'recursive-doubling' }, ...always('ring')],
  reduce_scatter: [{ upToBytes: 64 * KIB, algorithm: 'halving-doubling' }, ...always('ring')],
  broadcast: [{ upToBytes: 64 * KIB, algorithm: 'binomial' }, ...always('chain')],
  reduce: [{ upToBytes: 64 * KIB, algorithm: 'binomial' }, ...always('chain')],
  gather: [{ upToBytes: 8 * KIB, algorithm: 'binomial' }, ...always('linear')],
  scatter: [{ upToBytes: 8 * KIB, algorithm: 'binomial' }, ...always('linear')],
  all_to_all: [{ upToBytes: 2 * KIB, algorithm: 'bruck' }, ...always('pairwise')],
  send_recv: always('linear'),
}

/** Messages carry everything; what a transport does natively is better at every size where it can be done. */
const THRESHOLDS: Readonly<Record<TransportId, Readonly<Record<CollectiveName, readonly Threshold[]>>>> = {
  threads: BY_MESSAGES,
  tcp: {
    ...BY_MESSAGES,
    // Two ranks exchange all they have at once: 64 KiB in 38 us, where halving and doubling take 80 (2 processes, loopback).
    all_reduce: [{ upToBytes: 256 * KIB, upToRanks: 2, algorithm: 'one-shot' }, ...BY_MESSAGES.all_reduce],
  },
  mpi: BY_MESSAGES,
  local: BY_MESSAGES,
}

/** What a message costs beyond its bytes, in bytes that could have been sent meanwhile: latency times bandwidth. */
const MESSAGE_COST_BYTES: Readonly<Record<TransportId, number>> = {
  threads: 4 * KIB,
  tcp: 64 * KIB,
  mpi: 16 * KIB,
  local: 16 * KIB,
}

/** There is no switch here that adds. */
export const canRun = (algorithm: Algorithm, options: ScheduleOptions): boolean =>
  algorithm.supports(options) && algorithm.schedule(options).switches === 0

/** The size that nccl-tests prints for the call. */
export const sizeOf = ({ collective, type, count }: CollectiveCall, ranks: number): number =>
  count * dataTypes[type].bytes * (isSplit(collective) ? ranks : 1)

/** Ids that can carry out the collective here, native ones first. */
export const algorithmsFor = (transport: Transport, call: CollectiveCall): readonly string[] => [
  ...transport.native.filter((native) => native.supports(call)).map(({ id }) => id),
  ...algorithmsOf(call.collective)
    .filter((algorithm) => canRun(algorithm, { ranks: transport.ranks, root: call.root }))
    .map(({ id }) => id),
]

/** The fastest that was measured for the size; of those that need a power of two and the like, the next. */
export function chooseAlgorithm(transport: Transport, call: CollectiveCall): string {
  const native = transport.native.find((one) => one.supports(call))
  return native ? native.id : chooseSchedule(transport, call)
}

/** The same among algorithms that send messages. */
export function chooseSchedule(transport: Transport, call: CollectiveCall): string {
  const bytes = sizeOf(call, transport.ranks)
  const options = { ranks: transport.ranks, root: call.root }
  for (const { upToBytes, upToRanks, algorithm } of THRESHOLDS[transport.id][call.collective]) {
    if (upToRanks !== undefined && transport.ranks > upToRanks) continue
    const usable = bytes <= upToBytes && algorithmNamed(call.collective, algorithm)
    if (usable && canRun(usable, options)) return algorithm
  }
  throw new RangeError(`${call.collective}: the last of the thresholds holds for any ranks`)
}

/**
 * Into how many tiles a pipeline cuts a call: with n tiles of S bytes through d steps the time is (n + d - 1)(c + S/n), least for
 * n = sqrt((d - 1) S / c). c: what a message costs beyond its bytes.
 */
export function pipelineTiles(algorithm: Algorithm, transport: Transport, call: CollectiveCall): number {
  if (!algorithm.pipelined) return 1
  const depth = algorithm.stepCount({ ranks: transport.ranks, root: call.root })
  const cost = MESSAGE_COST_BYTES[transport.id]
  const bytes = call.count * dataTypes[call.type].bytes
  return Math.max(1, Math.round(Math.sqrt((Math.max(0, depth - 1) * bytes) / cost)))
}
