/** NCCL's and RCCL's topology file (NCCL_TOPO_FILE, NCCL_TOPO_DUMP_FILE) and graph file (NCCL_GRAPH_DUMP_FILE). */
import type { BytesPerSecond } from '../base/units.ts'
import type { Machine } from '../machine/machine.ts'
import type { Place } from './place.ts'

export interface TopologyXml {
  readonly kind: 'topology-xml'
  readonly library: 'NCCL' | 'RCCL'
  /** The host as a graph: devices named GPU0, NIC0, PCI0, CPU0, NVS0. */
  readonly machine: Machine
  readonly gpus: readonly XmlGpu[]
  readonly nics: readonly XmlNic[]
  /** A skeleton for NCCL_TOPO_FILE: GPUs and NICs are told by their PCI class alone, NVLinks are not in it. */
  readonly skeleton: boolean
  /** Bridges that report 2.5 GT/s x1, as those of a virtual machine do. */
  readonly virtualBridges: readonly Place[]
  readonly place: Place
}

export interface XmlGpu {
  readonly id: string
  readonly busId: string
  /** "0x10de:0x20b0": vendor and device, equal for GPUs of one model; undefined where the file does not say. */
  readonly pciId?: string
  readonly rank?: number
  /** NVLinks or xGMI links in all. */
  readonly links: number
  readonly gdr?: boolean
  readonly place: Place
}

export interface XmlNic {
  readonly id: string
  /** "mlx5_0"; undefined in a skeleton. */
  readonly name?: string
  readonly rate?: BytesPerSecond
  readonly gdr?: boolean
  readonly place: Place
}

/** What NCCL's search found: how many channels of what speed, over which paths, in which order. */
export interface GraphXml {
  readonly kind: 'graph-xml'
  readonly graphs: readonly XmlGraph[]
  readonly place: Place
}

export interface XmlGraph {
  /** 0 ring, 1 tree, 2 CollNet chain, 3 NVLS, 4 CollNet direct. */
  readonly id: number
  readonly pattern: number
  readonly channels: number
  /** Of one channel, inside a node and between nodes. */
  readonly insideRate: BytesPerSecond
  readonly betweenRate: BytesPerSecond
  /** "NVL", "PIX", "SYS" */
  readonly inside: string
  readonly between: string
  /** Devices of each channel in order, as the file numbers them. */
  readonly orders: readonly (readonly number[])[]
  /** Its channels leave the node: they begin and end at a NIC. */
  readonly overNetwork: boolean
  readonly place: Place
}
