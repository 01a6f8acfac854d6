/** What the models ask of a Machine, read from its graph: link counts, NICs, affinity and generation. */
import type { BytesPerSecond } from '../base/units.ts'
import type { GpuModel } from './gpus.ts'
import type { LinkId } from './links.ts'
import type { PathType } from './machine.ts'

export interface NicFacts {
  readonly id: string
  /** As the port is sold: 400 Gb/s is 50e9. */
  readonly rawBandwidth: BytesPerSecond
  /** What NCCL gets through it: min of the port's usable rate and the PCIe path to its GPU. */
  readonly bandwidth: BytesPerSecond
  /** To the nearest GPU: PIX or PXB under a switch, PHB on the CPU, SYS on the other socket. */
  readonly path: PathType
}

export interface MachineFacts {
  /** GPUs of one node. */
  readonly gpus: number
  readonly nodes: number
  readonly gpu: GpuModel
  /** How GPUs of a node reach each other. */
  readonly inside: 'nvswitch' | 'nvlink-mesh' | 'xgmi-mesh' | 'pcie'
  /** NVLinks (xGMI links) of each GPU, in order; all 0 without. */
  readonly gpuLinks: readonly number[]
  readonly gpuLinkKind?: LinkId
  /** Usable rate of one such link in one direction. */
  readonly gpuLinkBandwidth: BytesPerSecond
  /** Usable PCIe rate of one GPU. */
  readonly pcieBandwidth: BytesPerSecond
  readonly pcieKind: LinkId
  /** GPUs of a node under one PCIe switch (1: none shares). */
  readonly gpusPerSwitch: number
  readonly sockets: number
  /** Usable rate between the CPU sockets in one direction; undefined with one socket. */
  readonly socketBandwidth?: BytesPerSecond
  readonly cpu: 'intel' | 'amd' | 'arm' | 'power'
  readonly nics: readonly NicFacts[]
}
