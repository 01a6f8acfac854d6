/**
 * What a collective should take on a machine, and how a measured number stands against it: types only.
 * Fields called algbw, busbw, low and high are in GB/s (10^9 bytes a second), as nccl-tests prints them.
 */
import type { Bytes, Seconds } from '../base/units.ts'
import type { CollectiveName } from '../collectives/names.ts'
import type { NcclAlgorithm, NcclProtocol } from '../cost/nccl-tables.ts'
import type { Assumption, Machine } from '../machine/machine.ts'

/** NCCL's algorithms, and P2P for what is made of sends and receives. */
export type AlgorithmName = NcclAlgorithm | 'P2P'
export type ProtocolName = NcclProtocol

/** What is full, or what the time is spent on. */
export type Bound =
  | 'latency'
  | 'protocol'
  | 'nvlink'
  | 'nvls'
  | 'xgmi'
  | 'pcie'
  | 'cpu-interconnect'
  | 'nic'
  | 'fabric'

export interface Question {
  readonly collective: CollectiveName
  readonly machine: Machine
  /** All GPUs of the machine when not given. */
  readonly ranks?: number
  readonly ranksPerNode?: number
  /** Sizes asked, as nccl-tests counts them; the default sweep when not given. */
  readonly sizes?: readonly Bytes[]
  /** NCCL_ALGO: only this one. */
  readonly algorithm?: AlgorithmName
  readonly protocol?: ProtocolName
}

export interface ExpectedRow {
  readonly bytes: Bytes
  readonly seconds: Seconds
  readonly algbw: number
  readonly busbw: number
  readonly algorithm: AlgorithmName
  readonly protocol: ProtocolName
  readonly bound: Bound
  /** The band of busbw that healthy machines of this kind show at this size. */
  readonly low: number
  readonly high: number
  /** False below 1 MiB, where launch and fabric decide: the band is a range and never a verdict. */
  readonly firm: boolean
}

export type BasisKind = 'published' | 'nccl-model' | 'closed-form' | 'simulated'

/** One way to know the plateau. All that exist are shown; the first is the one used. */
export interface Basis {
  readonly kind: BasisKind
  /** GB/s at the plateau. */
  readonly busbw: number
  readonly low: number
  readonly high: number
  /** Where the number stands: "nccl-tests #212", "NCCL 2.30.7 src/graph/tuning.cc". */
  readonly source: string
}

/** What another algorithm would show: on two nodes, ring beside the default. */
export interface Alternative {
  readonly algorithm: AlgorithmName
  /** How to get it: "NCCL_ALGO=RING". */
  readonly setting: string
  readonly plateau: ExpectedRow
  readonly bases: readonly Basis[]
}

export interface Expectation {
  /** What was asked, so that it can be asked again at another size or of a changed machine. */
  readonly question: Question
  readonly collective: CollectiveName
  readonly machine: Machine
  readonly ranks: number
  readonly ranksPerNode: number
  readonly nodes: number
  /** One row a size asked, ascending. */
  readonly rows: readonly ExpectedRow[]
  /** The value at the largest size of the sweep (default 16 GiB). */
  readonly plateau: ExpectedRow
  readonly bases: readonly Basis[]
  readonly alternatives: readonly Alternative[]
  /** What one direction of the wire that bounds it carries nominally, GB/s a node; undefined on one node. */
  readonly wire?: { readonly busbw: number; readonly nics: number; readonly bitsPerSecond: number }
  /** False where a tree wins on two nodes: the value exceeds the NICs and says nothing about them. */
  readonly testsNetwork: boolean
  /** What of the machine was supposed and matters for this value. A verdict never rests on it. */
  readonly assumed: readonly Assumption[]
}

/**
 * From 90 % of the band's middle healthy; 80-90 % acceptable; 60-80 % low; below 60 % bad. `range`: no verdict, below 1 MiB
 * or where healthy machines of this kind differ by more than a factor of two.
 */
export type Grade = 'healthy' | 'acceptable' | 'low' | 'bad' | 'range'

export interface Judgement {
  readonly grade: Grade
  /** Measured busbw over the middle of the expected band. */
  readonly share: number
  readonly measured: number
  readonly expected: ExpectedRow
}

export type FaultId =
  | 'smaller-size'
  | 'nic-lost'
  | 'one-nic'
  | 'gdr-off'
  | 'nic-on-cpu'
  | 'nvls-off'
  | 'nvlinks-lost'
  | 'p2p-off'
  | 'pcie-downtrained'
  | 'tcp'
  | 'ring-forced'
  | 'll-forced'

/** The expectation recomputed with one fault applied: never a diagnosis, always possible. */
export interface Fault {
  readonly id: FaultId
  /** What the text needs: NICs left of how many, NVLinks left, the size. */
  readonly values: Readonly<Record<string, number>>
  /** What would then be reached, GB/s. */
  readonly busbw: number
  /** By which algorithm, where it is not what the default picks: ring on two nodes. */
  readonly algorithm?: AlgorithmName
  /** It lands within 8 % of the measured number. */
  readonly fits: boolean
}
