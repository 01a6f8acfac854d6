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

  readonly versions: readonly Logged<string>[]
  /** 12060 is CUDA 12.6. */
  readonly drivers: readonly Logged<number>[]
  /** NCCL_X set by environment to V; a configuration file counts as environment. */
  readonly settings: readonly Logged<LogSetting>[]

  /** "IB", "Socket", "AWS Libfabric": what Using network says. */
  readonly networks: readonly Logged<string>[]
  readonly plugins: readonly Logged<LogPlugin>[]
  /** Libfabric's provider, as aws-ofi-nccl selects it. */
  readonly providers: readonly Logged<LogProvider>[]
  /** NET/IB : Using …; also the list of a plugin. */
  readonly nics: readonly Logged<readonly LogNic[]>[]
  /** NET/Socket : Using … */
  readonly interfaces: readonly Logged<readonly LogInterface[]>[]
  /** The interface of the bootstrap. */
  readonly bootstraps: readonly Logged<LogInterface>[]
  readonly rdmaProblems: readonly Logged<LogRdmaProblem>[]
  readonly gpuDirect: readonly Logged<LogGpuDirect>[]

  readonly communicators: readonly LogCommunicatorRank[]
  readonly edges: readonly LogEdges[]
  readonly rings: readonly Logged<LogRing>[]
  readonly trees: readonly Logged<LogTree>[]
  readonly channels: readonly Logged<LogChannels>[]

  readonly graphs: readonly Logged<LogGraph>[]
  readonly failedGraphs: readonly Logged<number>[]
  readonly links: readonly Logged<LogLink>[]
  /** One a line: how far a device is from all others. */
  readonly routes: readonly Logged<readonly LogRoute[]>[]
  readonly affinities: readonly Logged<LogAffinity>[]
  readonly nvls: readonly Logged<LogNvls>[]
  readonly peerProblems: readonly Logged<LogPeerProblem>[]

  readonly operations: readonly LogOperations[]
  readonly choices: readonly Logged<LogChoice>[]
  readonly warnings: readonly Logged<LogWarning>[]
  readonly completions: readonly Logged<LogCompletion>[]
  readonly watchdogs: readonly LogWatchdog[]
  readonly place: Place
}

/** Something that lines say alike: who said it, how often, and the first of these lines. */
export interface Logged<Value> {
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

export interface LogProvider {
  /** "efa", "cxi" (Slingshot), "tcp", "verbs" */
  readonly name: string
  readonly nics?: number
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
