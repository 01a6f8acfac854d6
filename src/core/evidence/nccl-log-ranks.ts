/** Ranks, rings, trees and connections, as an NCCL log tells them. */
import type { NumberSet } from '../base/number-set.ts'
import type { Place } from './place.ts'

/** One rank of one communicator: the line "ncclCommInitRank comm … rank 3 nranks 8 …". */
export interface LogCommunicatorRank {
  readonly speaker: number
  readonly rank: number
  readonly ranks: number
  /** Equal on all ranks of the communicator; NCCL prints it since 2.17. */
  readonly id?: string
  /** Differs from process to process. */
  readonly pointer: string
  readonly cudaDevice?: number
  readonly nvmlDevice?: number
  /** "5d000", as printed. */
  readonly busId?: string
  readonly nodes?: number
  readonly localRanks?: number
  readonly multiNodeNvlink?: boolean
  readonly started?: Place
  readonly complete?: Place
  readonly place: Place
}

/** The way that data takes between two ranks: what stands after "via". */
export interface LogTransport {
  readonly kind: 'p2p' | 'shm' | 'net' | 'collnet'
  /** "P2P/IPC/read", "NET/IB/0/GDRDMA": the whole. */
  readonly text: string
  /** "IB", "IBext_v8", "Socket", "AWS Libfabric" */
  readonly network?: string
  /** The NIC by its index in the list of NICs. */
  readonly nic?: number
  /** PXN: the network is reached through this local rank. */
  readonly through?: number
  readonly gpuDirect: boolean
  readonly shared: boolean
}

/** All connections of one rank of a communicator that go one way, in one direction, by one transport. */
export interface LogEdges {
  readonly speaker: number
  /** Index into `communicators`; undefined where the communicator of the connection is not known. */
  readonly communicator?: number
  readonly rank: number
  /** "7000": what stands in brackets after the rank, before NCCL 2.18; later it is the number of the GPU. */
  readonly busId?: string
  /** `send` where the line does not say: then the rank that wrote it sends. */
  readonly direction: 'send' | 'receive'
  readonly transport: LogTransport
  /** The ranks at the other end. */
  readonly peers: NumberSet
  /** Lines; one a channel and peer. */
  readonly lines: number
  /** Of the first few, so that both ends of one connection can be quoted. */
  readonly examples: readonly LogEdgeExample[]
}

export interface LogEdgeExample {
  readonly channel?: string
  readonly peer: number
  readonly place: Place
}

/** "Channel 00/24 : 0 1 2 3": the order of the ranks in a ring. */
export interface LogRing {
  readonly channel: number
  readonly of: number
  readonly order: readonly number[]
}

/** "Trees [0] 1/-1/-1->0->-1": a rank, its children and its parent in the tree of one channel. */
export interface LogTree {
  readonly channel: number
  readonly rank: number
  readonly down: readonly number[]
  readonly up?: number
}
