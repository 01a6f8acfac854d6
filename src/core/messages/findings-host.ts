/** What the findings about hosts need: their PCIe, GPUs, NICs, CPUs and how they differ. Rates in bytes/s. */

import type { Trait } from '../evidence/host-trait.ts'
import type { GpuFindings, OfHost } from './findings-gpu.ts'
import type { KernelFindings } from './findings-kernel.ts'

export interface HostFindings extends GpuFindings, KernelFindings {
  'acs-redirect': OfHost & {
    /** Ports of PCIe switches that send requests up to the CPU. */
    readonly ports: number
    readonly addresses: readonly string[]
    /** GPUs and NICs below them. */
    readonly gpus: number
    readonly nics: number
    /**
     * switch: ports of a switch that joins devices; root: ports of the CPU; unknown: the listing does not say;
     * measured: pairs under one switch are slower than pairs far apart, and no listing shows why.
     */
    readonly where: 'switch' | 'root' | 'unknown' | 'measured'
    /** Measured: what pairs under one switch reach, and pairs far apart. */
    readonly close?: number
    readonly far?: number
  }
  'iommu-translated': OfHost & {
    readonly why: 'translated' | 'option'
    /** "intel_iommu=on" */
    readonly option?: string
    readonly hosts: number
  }
  'pcie-downtrained': OfHost & {
    readonly device: string
    readonly address: string
    readonly kind: 'gpu' | 'nic' | 'nvswitch'
    readonly width?: { readonly is: number; readonly of: number }
    /** GT/s */
    readonly speed?: { readonly is: number; readonly of: number }
    /** Usable rate of one direction. */
    readonly is?: number
    readonly of?: number
    /** Devices of the same model that have all of it; 0: only its own capability says so. */
    readonly siblings: number
    /** All of its model are as short: it is how the host is built. */
    readonly allAlike: boolean
    readonly idle: boolean
    readonly others: number
  }
  'nic-degraded': OfHost & {
    readonly device: string
    readonly why: 'no-subnet-manager' | 'down' | 'slow' | 'hot' | 'errors'
    readonly rate?: number
    readonly usual?: number
    readonly siblings: number
    /** Other hosts on which the same device is well. */
    readonly hosts: number
    readonly firmware?: string
    readonly usualFirmware?: string
    readonly counter?: string
    readonly count?: number
  }
  'host-asymmetry': {
    /** The hosts that differ; of two hosts both, since nothing says which is right. */
    readonly hosts: readonly string[]
    readonly of: number
    readonly differs: readonly {
      readonly trait: Trait
      /** "MT4129": what the trait is of. */
      readonly about?: string
      readonly is: readonly string[]
      readonly usual: string
    }[]
  }
  'numa-nps': OfHost & {
    readonly cpu: string
    readonly numaNodes: number
    readonly sockets: number
    readonly sharedMemory: boolean
  }
  'irq-affinity': OfHost & {
    readonly nic: string
    readonly why: 'one-core' | 'far-socket'
    readonly vectors: number
    readonly cpu: number
    readonly share: number
    readonly numaNode?: number
    readonly irqbalance?: boolean
  }
  'roce-congestion': OfHost & {
    readonly device: string
    readonly why: 'loss' | 'marked'
    readonly counters: readonly { readonly name: string; readonly value: number }[]
    /** Other devices whose counters are far lower. */
    readonly calm: number
  }
  'single-qp-bond': OfHost & {
    readonly device: string
    readonly rate?: number
    readonly queuePairs: number
  }
  'mtu-mismatch': {
    readonly why: 'differs' | 'small'
    readonly ports: readonly { readonly host?: string; readonly device: string; readonly mtu: number }[]
    readonly usual: number
    readonly alike: number
  }
  'routing-collision': {
    readonly from: string
    readonly to: string
    readonly measured: number
    /** What both reach with other partners. */
    readonly usual: number
    readonly pairs: number
    readonly others: number
  }
}
