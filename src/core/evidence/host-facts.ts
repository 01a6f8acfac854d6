/**
 * What the tools of a host say of it: its settings, devices, links, ports, kernel, counters. Each fact is one line or
 * block of a tool's output with its place; which host it belongs to is told by a prompt, a prefix, or (analysis/hosts.ts)
 * the capture's manifest or the file's name.
 */
import type { BytesPerSecond } from '../base/units.ts'
import type {
  GpuCountFact,
  GpuFact,
  GpuNameFact,
  GpuSampleFact,
  NvlinkErrorFact,
  NvlinkFact,
} from './gpu-facts.ts'
import type { KernelFact, NicLinkFact, PcieErrorFact } from './kernel-facts.ts'
import type { AddressFact, CounterFact, PortFact } from './nic-facts.ts'
import type { PcieDeviceFact } from './pcie-facts.ts'
import type { Place } from './place.ts'

export interface HostFacts {
  readonly kind: 'host-facts'
  /** From a prompt or a prefix; undefined when the lines do not say. */
  readonly host?: string
  /** The parser's id: "ibstat". */
  readonly source: string
  readonly facts: readonly HostFact[]
  readonly place: Place
}

export type HostFact =
  | SettingFact
  | LaunchFact
  | PcieDeviceFact
  | GpuFact
  | GpuNameFact
  | GpuCountFact
  | GpuSampleFact
  | NvlinkFact
  | NvlinkErrorFact
  | PortFact
  | AddressFact
  | CounterFact
  | KernelFact
  | PcieErrorFact
  | NicLinkFact
  | CpuFact
  | NumaFact
  | FilesystemFact
  | InterruptFact
  | IrqAffinityFact
  | ServiceFact
  | ModuleFact
  | VersionFact
  | GpuPairFact
  | PerftestFact
  | PeerAccessFact

export type HostFactOf<Is extends HostFact['is']> = Extract<HostFact, { readonly is: Is }>

/** A variable of the environment, of a launch command or of a file such as /etc/nccl.conf. */
export interface SettingFact {
  readonly is: 'setting'
  readonly name: string
  readonly value: string
  readonly from: 'environment' | 'command' | 'file'
  readonly place: Place
}

/** The command that started a job, and which variables it hands to the remote ranks. */
export interface LaunchFact {
  readonly is: 'launch'
  readonly launcher: 'mpirun' | 'srun'
  /** Names handed on by -x or --export; 'all' where the launcher hands on its whole environment. */
  readonly exports: readonly string[] | 'all'
  readonly nodes?: number
  /** Variables that are set in front of the launcher: its own environment. */
  readonly inFront?: readonly string[]
  readonly place: Place
}

/** lscpu */
export interface CpuFact {
  readonly is: 'cpu'
  readonly vendor: 'intel' | 'amd' | 'arm' | 'power' | 'other'
  readonly model: string
  readonly sockets?: number
  readonly numaNodes?: number
  readonly virtualised: boolean
  readonly place: Place
}

/** The CPUs of a NUMA node, as numbers. */
export interface NumaFact {
  readonly is: 'numa-node'
  readonly node: number
  readonly cpus: readonly number[]
  readonly bytes?: number
  readonly place: Place
}

/** df */
export interface FilesystemFact {
  readonly is: 'filesystem'
  readonly mount: string
  readonly bytes: number
  readonly availableBytes: number
  readonly place: Place
}

/** /proc/interrupts: one vector of a NIC, and how often each CPU served it. */
export interface InterruptFact {
  readonly is: 'interrupt'
  readonly irq: number
  /** "mlx5_comp0@pci:0000:18:00.0" */
  readonly name: string
  /** Of the CPUs that served it at all. */
  readonly counts: ReadonlyMap<number, number>
  readonly place: Place
}

/** /proc/irq/N/smp_affinity_list */
export interface IrqAffinityFact {
  readonly is: 'irq-affinity'
  readonly irq: number
  readonly cpus: readonly number[]
  readonly place: Place
}

export interface ServiceFact {
  readonly is: 'service'
  readonly name: string
  readonly running: boolean
  readonly place: Place
}

/** lsmod */
export interface ModuleFact {
  readonly is: 'module'
  readonly name: string
  readonly place: Place
}

/** "driver" 550.54.15, "kernel" 5.15.0-105, "firmware" of a NIC's model. */
export interface VersionFact {
  readonly is: 'version'
  readonly of: 'driver' | 'cuda' | 'kernel' | 'ofed' | 'firmware' | 'nccl' | 'rocm' | 'os'
  /** Of firmware: the model that it runs on, so that unlike cards are not compared. */
  readonly device?: string
  readonly version: string
  readonly place: Place
}

/** One cell of p2pBandwidthLatencyTest or nvbandwidth: what one GPU sends another. */
export interface GpuPairFact {
  readonly is: 'gpu-pair'
  readonly from: number
  readonly to: number
  readonly bandwidth: BytesPerSecond
  readonly mode: 'p2p' | 'no-p2p'
  readonly bidirectional: boolean
  readonly place: Place
}

/** One cell of `nvidia-smi topo -p2p`: what the driver says of a pair of GPUs. */
export interface PeerAccessFact {
  readonly is: 'peer-access'
  readonly from: number
  readonly to: number
  /** "r", "w", "n", "a", "p": what was asked for. */
  readonly what: string
  readonly status: 'OK' | 'CNS' | 'GNS' | 'TNS' | 'NS' | 'DR' | 'U'
  readonly place: Place
}

/** ib_write_bw and its kin. */
export interface PerftestFact {
  readonly is: 'perftest'
  readonly test: string
  readonly device?: string
  readonly memory: 'host' | 'gpu' | 'unknown'
  readonly linkLayer?: 'ib' | 'ethernet'
  readonly mtuBytes?: number
  readonly queuePairs?: number
  readonly bytes: number
  readonly bandwidth: BytesPerSecond
  readonly place: Place
}
