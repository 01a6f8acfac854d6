/** A device of `lspci -vvv`: its link as built and as trained, and its access control (PCI Express base specification). */
import type { Place } from './place.ts'

export interface PcieDeviceFact {
  readonly is: 'pcie-device'
  /** "0000:18:00.0", with the domain where the listing has it, else "18:00.0". */
  readonly address: string
  readonly kind: 'bridge' | 'gpu' | 'nic' | 'nvswitch' | 'other'
  /** "Mellanox Technologies MT2910 Family [ConnectX-7]" */
  readonly name: string
  /** Bridges: the buses below, inclusive. */
  readonly secondary?: number
  readonly subordinate?: number
  /** LnkCap: what the device can do. */
  readonly capability?: PcieLink
  /** LnkSta: what it trained to. */
  readonly status?: PcieLink
  readonly acs?: AcsControl
  readonly numaNode?: number
  readonly place: Place
}

export interface PcieLink {
  /** 32 is 32 GT/s (PCIe 5.0). */
  readonly gigatransfers: number
  readonly width: number
  /** lspci says "(downgraded)". */
  readonly downgraded: boolean
  readonly place: Place
}

/** ACSCtl: requests and completions between devices below one bridge are sent up to the root complex. */
export interface AcsControl {
  readonly sourceValidation: boolean
  readonly requestRedirect: boolean
  readonly completionRedirect: boolean
  readonly place: Place
}
