/** What the kernel's log and command line say: single lines that bear on communication, and what is counted over many. */
import type { Place } from './place.ts'

/** A line of the kernel's log or command line that bears on communication. */
export interface KernelFact {
  readonly is: 'kernel'
  readonly about:
    | 'iommu-default'
    | 'iommu-option'
    | 'nic-hot'
    | 'xid'
    | 'pcie-bandwidth'
    | 'acs-option'
    | 'numa-balancing'
  /** "Translated", "pt", "74": what the line says. */
  readonly value: string
  /** The device that the line names: "0000:18:00.0", "mlx5_0". */
  readonly device?: string
  readonly place: Place
}

/** All errors of one severity that PCIe's error reporting (AER) logged of one device between two starts of the host. */
export interface PcieErrorFact {
  readonly is: 'pcie-error'
  /** "0000:18:00.0": who saw the error; a port of the CPU or a switch sees those of the link below it. */
  readonly device: string
  /** "nvidia", "mlx5_core", "pcieport": the driver that owns it, where a line says. */
  readonly driver?: string
  readonly severity: PcieErrorSeverity
  /** Messages; one that stands for several ("Multiple …") counts once. */
  readonly count: number
  /** Between the first and the last; undefined where the lines have no time. */
  readonly overSeconds?: number
  /** "BadTLP", "CmpltTO": as the kernel names them. */
  readonly kinds: readonly string[]
  /** The kernel says that the device was brought back. */
  readonly recovered: boolean
  /** The host was started anew after them. */
  readonly earlierBoot: boolean
  /** The first. */
  readonly place: Place
  /** Where there are more. */
  readonly lastPlace?: Place
}

export type PcieErrorSeverity = 'corrected' | 'non-fatal' | 'fatal'

/** How often the link of a NIC was lost between two starts of the host. */
export interface NicLinkFact {
  readonly is: 'nic-link'
  /** "0000:18:00.0" or "mlx5_0". */
  readonly device: string
  /** "ens1f0np0" */
  readonly interface?: string
  /** It was up, then down: what comes with the start of the host is not counted. */
  readonly drops: number
  /** Most drops within 12 hours; undefined where the lines have no time. */
  readonly dropsWithin12Hours?: number
  readonly seenUp: boolean
  readonly last: 'up' | 'down'
  readonly earlierBoot: boolean
  /** The first drop; what was read last where there is none. */
  readonly place: Place
  /** The last drop, where there are more. */
  readonly lastPlace?: Place
}
