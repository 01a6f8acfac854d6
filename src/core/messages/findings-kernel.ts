/** What the findings need that count lines of the kernel's log: errors of PCIe, links of NICs. */
import type { OfHost } from './findings-gpu.ts'

export interface KernelFindings {
  'pcie-errors': OfHost & {
    /** unsupported: refused requests; storm: corrected ones that go on; many: corrected ones, slow or of unknown rate. */
    readonly why: 'fatal' | 'non-fatal' | 'unsupported' | 'storm' | 'many'
    readonly devices: readonly {
      readonly address: string
      /** Whose path it is. */
      readonly of: 'gpu' | 'nic' | 'nvswitch' | 'unknown'
      readonly gpu?: number
      /** A port of the CPU or of a switch above it. */
      readonly port: boolean
    }[]
    readonly count: number
    readonly perMinute?: number
    /** "BadTLP", as the kernel names them. */
    readonly kinds: readonly string[]
    /** The device is back, or the host was started anew since. */
    readonly over: boolean
  }
  'nic-link-drops': OfHost & {
    readonly why: 'lost' | 'flaps' | 'dropped'
    readonly links: readonly {
      readonly device: string
      readonly interface?: string
      readonly drops: number
      readonly within12Hours?: number
    }[]
    /** The log shows the links come up, too. */
    readonly seenUp: boolean
  }
}
