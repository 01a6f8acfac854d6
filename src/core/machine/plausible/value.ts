/**
 * What a fact of a machine may be where nothing tells it: types only. Values of different facts are independent; what is not
 * independent is one fact (number, rate, kind and placement of a host's NICs are the network).
 */
import type { GpuModel } from '../gpus.ts'
import type { Joining, LinkedPair } from '../layout/gpu-links.ts'
import type { NicSeat, NicsDraft } from '../layout/nics.ts'
import type { LinkId, PcieId } from '../links.ts'
import type { Cpu, Fabric, FabricKind } from '../machine.ts'

export type OpenFact = 'gpu' | 'gpu-count' | 'nvlink-domain' | 'nvlinks' | 'host' | 'network' | 'nvls'

export interface Value {
  readonly fact: OpenFact
  /** Short, and the same in every language: "8x400G", "4 GPUs", "UPI". */
  readonly id: string
  /** 0 is the most usual: the order in which values are named; it never weighs in a verdict. */
  readonly order: number
  /** Where such a machine is documented or was measured. */
  readonly source: string
}

/** What is known of one host of a set of like hosts, and how many there are. Whatever is undefined is open. */
export interface KnownMachine {
  readonly gpu: GpuModel
  readonly ranks: number
  readonly hosts: number
  readonly ranksAHost: number
  /** GPUs of a host: how many at least, and whether that is all. */
  readonly gpusAHost: { readonly least: number; readonly exact: boolean }
  /** Hosts that one NVLink domain joins. */
  readonly domain?: number
  /** Version of NCCL or RCCL: "2.21.5". */
  readonly library?: string
  /** The run may be older than NVLink SHARP: the version is not told, and the table is of an old layout. */
  readonly mayPredateNvls?: boolean
  readonly joining?: Joining
  readonly nvlinksPerGpu?: number
  readonly nvlinkPairs?: readonly LinkedPair[]
  readonly host?: KnownHost
  readonly network?: KnownNetwork
}

export interface KnownHost {
  readonly cpu?: Cpu
  readonly cpuLink?: LinkId
  readonly sockets?: number
  readonly gpusPerSwitch?: number
  /** The slot of the GPUs, where it is not a whole one of their own generation. */
  readonly slot?: Slot
}

export interface Slot {
  readonly pcie: PcieId
  readonly lanes: number
}

export interface KnownNetwork {
  readonly count?: number
  readonly bitsPerSecond?: number
  readonly kind?: FabricKind
  readonly oversubscription?: number
  readonly seats?: readonly NicSeat[] | 'switch' | 'cpu'
}

/** The NICs of a host and what joins hosts. */
export interface PlausibleNetwork {
  readonly value: Value
  readonly nics: NicsDraft
  readonly fabric: Fabric
}
