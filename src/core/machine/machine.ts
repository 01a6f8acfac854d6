/**
 * A machine as a graph: the devices and directed links of one node, and how many such nodes a fabric joins.
 * A preset, the short form, `nvidia-smi topo -m` and an XML file all build this; everything else reads it.
 * Device kinds and path types are NCCL's (src/graph/topo.h, src/include/graph.h).
 */
import type { BytesPerSecond, Seconds } from '../base/units.ts'
import type { LinkId } from './links.ts'

export type DeviceKind = 'GPU' | 'NVS' | 'PCI' | 'CPU' | 'NIC' | 'NET'

export interface Device {
  /** Unique in the node: "GPU0", "NVS0", "PCI1", "CPU0", "NIC3". */
  readonly id: string
  readonly kind: DeviceKind
  /** GPU: a key of gpus.ts; CPU: its vendor (a `Cpu`). */
  readonly model?: string
}

/** One direction. `bandwidth` is what all `count` lanes or links together can use, not the raw rate. */
export interface Link {
  readonly from: string
  readonly to: string
  readonly kind: LinkId
  readonly count: number
  readonly bandwidth: BytesPerSecond
  /** As sold, where the kind does not fix it: a port of RoCE, EFA, Slingshot or TCP. */
  readonly rawBandwidth?: BytesPerSecond
  readonly latencySeconds: Seconds
}

/** Vendors of CPUs as NCCL tells them apart. */
export type Cpu = 'intel' | 'amd' | 'arm' | 'power'

export type FabricKind = 'ib' | 'roce' | 'efa' | 'slingshot' | 'tcp'

export interface Fabric {
  readonly kind: FabricKind
  /** 2 means 2:1: the spine carries half of what the leaves take. */
  readonly oversubscription: number
}

/** What was not said by anybody and had to be supposed; a verdict never rests on it. */
export type Assumption =
  | 'gpu'
  | 'gpu-count'
  | 'nvlinks'
  | 'nodes'
  | 'nics'
  /** Their number and places are known. */
  | 'nic-rate'
  | 'nic-placement'
  | 'fabric'
  | 'cpu'
  | 'pcie'
  /** That all GPUs took part. */
  | 'ranks'

export interface Machine {
  /** The preset's id or the short form: what `--on` takes. */
  readonly id: string
  readonly title: string
  /** Of one node; all nodes are alike. */
  readonly devices: readonly Device[]
  readonly links: readonly Link[]
  readonly nodes: number
  readonly fabric?: Fabric
  readonly assumed: readonly Assumption[]
}

/** NCCL's path types from near to far (NCCL 2.27 and later). NODE is nvidia-smi's; NCCL calls it PHB or SYS. */
export const PATH_TYPES = [
  'LOC',
  'NVL',
  'NVB',
  'C2C',
  'PIX',
  'PXB',
  'P2C',
  'PXN',
  'PHB',
  'NODE',
  'SYS',
  'NET',
  'DIS',
] as const
export type PathType = (typeof PATH_TYPES)[number]
