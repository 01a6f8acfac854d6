/**
 * What NCCL and RCCL print with NCCL_DEBUG (NCCL 2.4 to 2.31), one a file. Lines that say the same are kept once, with
 * who said it; connections are gathered by rank and transport: a log of 512 ranks has millions of them.
 * Bandwidths are in GB/s, as NCCL prints them.
 */
import type { LogCommunicatorRank, LogEdges, LogRing, LogTree } from './nccl-log-ranks.ts'
import type { LogGraph, LogLink, LogRoute } from './nccl-log-topology.ts'
import type { LogCompletion, LogOperations, LogWarning, LogWatchdog } from './nccl-log-trouble.ts'
import type { Place } from './place.ts'

export interface NcclLog {
  readonly kind: 'nccl-log'
  readonly library: 'NCCL' | 'RCCL'
  /** Who wrote lines; `by` and `speaker` elsewhere are indices into this list. */
  readonly speakers: readonly LogSpeaker[]

  readonly versions: readonly Said<string>[]
  /** 12060 is CUDA 12.6. */
  readonly drivers: readonly Said<number>[]
  /** NCCL_X set by environment to V; a configuration file counts as environment. */
  readonly settings: readonly Said<LogSetting>[]

  /** "IB", "Socket", "AWS Libfabric": what Using network says. */
  readonly networks: readonly Said<string>[]
  readonly plugins: readonly Said<LogPlugin>[]
  /** NET/IB : Using …; also the list of a plugin. */
  readonly nics: readonly Said<readonly LogNic[]>[]
  /** NET/Socket : Using … */
  readonly interfaces: readonly Said<readonly LogInterface[]>[]
  /** The interface of the bootstrap. */
  readonly bootstraps: readonly Said<LogInterface>[]
  readonly rdmaProblems: readonly Said<LogRdmaProblem>[]
  readonly gpuDirect: readonly Said<LogGpuDirect>[]

  readonly communicators: readonly LogCommunicatorRank[]
  readonly edges: readonly LogEdges[]
  readonly rings: readonly Said<LogRing>[]
  readonly trees: readonly Said<LogTree>[]
  readonly channels: readonly Said<LogChannels>[]

  readonly graphs: readonly Said<LogGraph>[]
  readonly failedGraphs: readonly Said<number>[]
  readonly links: readonly Said<LogLink>[]
  /** One a line: how far a device is from all others. */
  readonly routes: readonly Said<readonly LogRoute[]>[]
  readonly affinities: readonly Said<LogAffinity>[]
  readonly nvls: readonly Said<LogNvls>[]
  readonly peerProblems: readonly Said<LogPeerProblem>[]

  readonly operations: readonly LogOperations[]
  readonly choices: readonly Said<LogChoice>[]
  readonly warnings: readonly Said<LogWarning>[]
  readonly completions: readonly Said<LogCompletion>[]
  readonly watchdogs: readonly LogWatchdog[]
  readonly place: Place
}

/** Something that lines say alike: who said it, how often, and the first of these lines. */
export interface Said<Value> {
  readonly value: Value
  readonly by: readonly number[]
  readonly times: number
  readonly place: Place
}

/** "host:pid:tid [device]" before a line; an excerpt without it has none of the three. */
export interface LogSpeaker {
  readonly host?: string
  readonly pid?: number
  /** The CUDA device that was current. */
  readonly device?: number
}

export interface LogSetting {
  readonly name: string
  readonly value: string
}

export interface LogPlugin {
  /** "libnccl-net.so", "IBext", "NET/OFI": as the line names it. */
  readonly name: string
  readonly state: 'missing' | 'loaded' | 'failed'
}

export interface LogNic {
  /** The number by which edges name it: NET/IB/0. */
  readonly index: number
  /** "mlx5_0"; fused ones are "mlx5_0+mlx5_1". */
  readonly name: string
  readonly port?: number
  readonly link?: 'IB' | 'RoCE'
}

export interface LogInterface {
  readonly name: string
  readonly address?: string
}

export interface LogRdmaProblem {
  readonly problem: 'libibverbs-missing' | 'no-device' | 'open-failed'
  /** The device that could not be opened. */
  readonly device?: string
}

/** GPU Direct RDMA for a NIC or a GPU, where a line says so. */
export interface LogGpuDirect {
  readonly enabled: boolean
  readonly nic?: string
  /** "no module", "distance 5 > 4", as printed. */
  readonly reason?: string
}

export interface LogChannels {
  readonly collective: number
  readonly collnet?: number
  readonly nvls?: number
  readonly p2p?: number
}

export interface LogAffinity {
  readonly gpu: number
  readonly mask: string
  /** Bits of the mask. */
  readonly cores: number
}

export interface LogNvls {
  readonly device?: number
  readonly available: boolean
}

/** How GPU `from` sees the memory of GPU `to`. */
export interface LogPeerProblem {
  /** `access` is no problem: it is kept where a line says that the other direction has none. */
  readonly problem: 'disabled' | 'unsupported' | 'enable-failed' | 'no-access' | 'access'
  readonly from: number
  readonly to: number
  readonly nvlink: boolean
}

/** TUNING: what NCCL chose for a size. */
export interface LogChoice {
  readonly collective?: string
  readonly bytes: number
  readonly algorithm: string
  readonly protocol: string
}
