/**
 * The PCIe link of a GPU or NIC runs narrower or slower than it and its port can (LnkSta below LnkCap). An error where
 * siblings of its model have the whole link; a warning where only its own capability says so; info where all of its model
 * are alike, or where only the speed of a GPU is low, which may be idle. Source: PCI Express base specification 7.5.3.
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import { type PcieShortfall, pcieShortfalls, showsPcieLinks } from '../../analysis/pcie-downtrained.ts'
import { seenOnHosts } from '../looked.ts'
import type { OfHost } from '../of-host.ts'
import { type Found, rule, type Severity } from '../rule.ts'

export interface PcieDowntrainedValues extends OfHost {
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

export const pcieDowntrained = rule({
  id: 'pcie-downtrained',
  needs: ['host-facts'],
  sources: ['PCI Express base specification 7.5.3: Link Capabilities, Link Status', 'lspci(8)'],
  check(facts): readonly Found<PcieDowntrainedValues>[] {
    const all = pcieShortfalls(facts)
    const shown = all.filter(
      (shortfall) =>
        !shortfall.allAlike ||
        all.find((other) => other.allAlike && other.name === shortfall.name) === shortfall,
    )
    return shown.map((shortfall) => {
      const { host, address, name, kind, width, speed, is, of, siblings, allAlike, place } = shortfall
      return {
        severity: severityOf(shortfall),
        confidence:
          siblings > 0 && !isMaybeIdle(shortfall)
            ? 'certain'
            : allAlike || isMaybeIdle(shortfall)
              ? 'possible'
              : 'likely',
        ...(host.name === undefined ? {} : { subject: host.name }),
        concerns: runsOf(facts, [host.name]),
        values: {
          ...(host.name === undefined ? {} : { host: host.name }),
          device: name,
          address,
          kind,
          ...(width === undefined ? {} : { width }),
          ...(speed === undefined ? {} : { speed }),
          ...(is > 0 && of > 0 ? { is, of } : {}),
          siblings,
          allAlike,
          idle: isMaybeIdle(shortfall),
          others: allAlike ? all.filter((other) => other.name === name).length - 1 : 0,
        },
        evidence: [place],
        ...(severityOf(shortfall) === 'info' ? {} : { explains: ['bandwidth-below-expected', 'slow-node'] }),
      }
    })
  },
  looked: (facts) => seenOnHosts(facts, showsPcieLinks),
})

/** A GPU that has nothing to do lowers the speed of its link. */
const isMaybeIdle = ({ kind, width }: PcieShortfall): boolean => kind === 'gpu' && width === undefined

function severityOf(shortfall: PcieShortfall): Severity {
  if (shortfall.allAlike || isMaybeIdle(shortfall)) return 'info'
  return shortfall.siblings > 0 ? 'error' : 'warning'
}
