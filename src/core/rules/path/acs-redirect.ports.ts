/**
 * Ports whose access control (ACS) redirects: peer-to-peer between the devices below goes up to the root complex instead
 * of through the switch (PCI Express base specification 6.12). SrcValid+ alone redirects nothing.
 */

import { computed } from '../../analysis/facts.ts'
import { factsOf, type HostView, hosts } from '../../analysis/hosts.ts'
import { bridgesAbove, devicesBelow } from '../../analysis/pcie-tree.ts'
import type { PcieDeviceFact } from '../../evidence/pcie-facts.ts'

export interface AcsPorts {
  readonly host: HostView
  /** switch: a port of a switch, whose devices could else talk below it; root: a port of the CPU. */
  readonly where: 'switch' | 'root' | 'unknown'
  readonly ports: readonly PcieDeviceFact[]
  readonly gpus: number
  readonly nics: number
}

export const acsPorts = computed((facts): readonly AcsPorts[] =>
  hosts(facts).flatMap((host) => {
    const devices = factsOf(host, 'pcie-device')
    const redirecting = devices.filter(
      ({ kind, acs }) => kind === 'bridge' && (acs?.requestRedirect || acs?.completionRedirect),
    )
    return (['switch', 'unknown', 'root'] as const).flatMap((where) => {
      const ports = redirecting.filter((port) => whereIs(port, devices) === where && mayMatter(port, devices))
      const below = new Set(ports.flatMap((port) => devicesBelow(port, devices)))
      const of = (kind: PcieDeviceFact['kind']) => [...below].filter((device) => device.kind === kind).length
      return ports.length === 0 ? [] : [{ host, where, ports, gpus: of('gpu'), nics: of('nic') }]
    })
  }),
)

/** Whether a host's files show it, in order or not. */
export const showsAcs = (host: HostView): boolean =>
  factsOf(host, 'pcie-device').some(({ acs }) => acs !== undefined)

const SWITCH = /Switch|PEX|PLX|Switchtec|Microsemi|PMC-Sierra|Pericom|ASMedia/i

function whereIs(port: PcieDeviceFact, all: readonly PcieDeviceFact[]): AcsPorts['where'] {
  if (SWITCH.test(port.name) || bridgesAbove(port, all).length > 0) return 'switch'
  return port.secondary === undefined ? 'unknown' : 'root'
}

/** A port with neither GPU nor NIC below it matters to nobody here; one whose buses are not shown may. */
const mayMatter = (port: PcieDeviceFact, all: readonly PcieDeviceFact[]): boolean =>
  port.secondary === undefined || devicesBelow(port, all).length > 0
