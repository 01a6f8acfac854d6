/**
 * What `ringscope perf` measured: collectives on the CPUs of this machine, or of several. Types only.
 * It is no number of any GPU: memory, sockets or the fabric below MPI carried it.
 */
import type { Bytes, BytesPerSecond, Seconds } from '../base/units.ts'
import type { Rank } from '../collectives/conditions.ts'
import type { CollectiveName } from '../collectives/names.ts'

export interface PerfRun {
  readonly collective: CollectiveName
  readonly transport: 'threads' | 'tcp' | 'mpi'
  readonly carrier: Carrier
  readonly ranks: number
  /** Of each rank, as `pids`. */
  readonly hosts: readonly string[]
  readonly pids: readonly number[]
  /** As nccl-tests prints them: "float", "sum" ("none" where nothing is added), -1 where there is no root. */
  readonly type: string
  readonly op: string
  readonly root: Rank
  /** From which size to which, by which step. */
  readonly sweep: {
    readonly minBytes: Bytes
    readonly maxBytes: Bytes
    readonly step: number
    readonly by: 'factor' | 'bytes'
  }
  readonly warmupIterations: number
  readonly iterations: number
  /** Collectives a measured iteration. */
  readonly aggregated: number
  readonly validated: boolean
  /** When it began, of rank 0's clock: "2026-07-10 09:30:01". */
  readonly startTime: string
  /** A barrier before each iteration: waiting and transfer can be told apart. */
  readonly blocking: boolean
  /** What was done to slow it down on purpose: "rank 3: 5 ms late". */
  readonly disturbed: readonly Disturbance[]
  readonly remarks: readonly PerfRemark[]
  readonly limits: readonly MachineLimit[]
  readonly rows: readonly PerfRow[]
  /** False when it was stopped before the last size. */
  readonly complete: boolean
}

/** What the payload goes through: over tcp memory where processes share it, else sockets; over MPI what the library chooses. */
export type Carrier = 'memory' | 'sockets' | 'mpi'

/** What a reader should know of how the data was carried. 'ucx-without-cache': UCX registers the memory of each large message anew. */
export type TransportRemark = 'ucx-without-cache'

export interface PerfRemark {
  readonly id: TransportRemark
  /** Where it holds. */
  readonly ranks: readonly Rank[]
}

export interface Disturbance {
  readonly kind: 'delay' | 'throttle'
  readonly rank: Rank
  /** Of a delay. */
  readonly seconds?: Seconds
  /** Of a throttle: the share of its rate that is left. */
  readonly share?: number
}

/** What the machine itself does, measured in the same run by the same ranks at the same time. */
export interface MachineLimit {
  /**
   * memory: all ranks add two arrays into a third at once (bytes read and written). socket: raw sockets, fabric: MPI_Sendrecv;
   * each rank sends to the next and takes from the one before, all at once, and this is what goes each way at each.
   */
  readonly kind: 'memory' | 'socket' | 'fabric'
  /** Working set of a rank, or the message: in a cache it is faster. */
  readonly bytes: Bytes
  readonly bytesPerSecond: BytesPerSecond
  /** Of sockets: one stream, one way, while nothing else moves. */
  readonly aloneBytesPerSecond?: BytesPerSecond
}

export interface PerfRow {
  /** The `size` and `count` columns, as nccl-tests counts them (collectives/sizes.ts). */
  readonly bytes: Bytes
  readonly count: number
  /** Where a run has rows of several roots. */
  readonly root?: Rank
  readonly algorithm: string
  /** Into how many parts the data was cut for its messages, which follow each other through all steps. */
  readonly tiles?: number
  readonly outOfPlace?: PerfMeasure
  readonly inPlace?: PerfMeasure
}

/** Times of single iterations: of each the slowest rank's. */
export interface PerfMeasure {
  /** What the time column says: the mean, or as -a asks. */
  readonly seconds: Seconds
  readonly minSeconds: Seconds
  readonly p50Seconds: Seconds
  readonly p95Seconds: Seconds
  readonly p99Seconds: Seconds
  readonly maxSeconds: Seconds
  /** Coefficient of variation as a share: 0.05 is 5 %. */
  readonly variation: number
  /** Median over iterations of the fastest rank's time: the late rank does not wait, so this is the transfer. */
  readonly transferSeconds: Seconds
  /** Median over iterations of the slowest minus the fastest rank's time: spent waiting for the late one. */
  readonly waitingSeconds: Seconds
  /** Elements that were wrong; undefined when not checked. */
  readonly wrong?: number
  /** What the machine's limit allows for this size, and the share of it that was reached (0..1): by p50, of rooted ones by the mean. */
  readonly limitSeconds?: Seconds
  readonly utilisation?: number
  /** Payload that the busiest rank sent through the transport for one collective; a native algorithm sends no messages. */
  readonly sentBytes?: Bytes
}

/** What `perf --pairs` measured: one message of `bytes` from each rank to each other. */
export interface PerfPairs {
  readonly transport: 'threads' | 'tcp' | 'mpi'
  readonly carrier: Carrier
  readonly ranks: number
  readonly hosts: readonly string[]
  readonly remarks: readonly PerfRemark[]
  readonly bytes: Bytes
  readonly pairs: readonly PerfPair[]
}

export interface PerfPair {
  readonly from: Rank
  readonly to: Rank
  /** Half of the round trip of a message of 8 bytes, median; of a fit, what a message takes beside its bytes. */
  readonly latencySeconds: Seconds
  readonly bytesPerSecond: BytesPerSecond
}

/**
 * What a message takes, fitted from the run: latency + bytes / rate for each pair alone; what a rank moves at the most, both ways
 * together, and what all ranks move together at the most.
 */
export interface PerfFit {
  readonly pairs: readonly PerfPair[]
  readonly rankBytesPerSecond: BytesPerSecond
  readonly allBytesPerSecond: BytesPerSecond
}

/** Measured beside simulated: the same schedule on a topology fitted from the run. */
export interface PerfSimulation {
  readonly fit: PerfFit
  readonly rows: readonly PerfSimulatedRow[]
  /** Ids that were left out, since they send no messages: 'direct', 'mpi'. */
  readonly withoutMessages: readonly string[]
}

export interface PerfSimulatedRow {
  readonly bytes: Bytes
  readonly algorithm: string
  readonly root?: Rank
  /** The median, in place where there is that: a schedule says nothing of copying input to output. */
  readonly measuredSeconds: Seconds
  readonly simulatedSeconds: Seconds
}
