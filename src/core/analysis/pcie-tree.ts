/** Which bridge of a listing of `lspci` stands above which device: by the buses that each bridge forwards. */
import type { PcieDeviceFact } from '../evidence/pcie-facts.ts'

/** The bridges above a device, the nearest first. */
export function bridgesAbove(
  device: PcieDeviceFact,
  all: readonly PcieDeviceFact[],
): readonly PcieDeviceFact[] {
  const { domain, bus } = busOf(device.address)
  return all
    .filter((bridge) => bridge.kind === 'bridge' && bridge !== device && holds(bridge, domain, bus))
    .sort((a, b) => spanOf(a) - spanOf(b))
}

/** GPUs and NICs below a bridge. */
export const devicesBelow = (
  bridge: PcieDeviceFact,
  all: readonly PcieDeviceFact[],
): readonly PcieDeviceFact[] =>
  all.filter((device) => {
    const { domain, bus } = busOf(device.address)
    return (device.kind === 'gpu' || device.kind === 'nic') && holds(bridge, domain, bus)
  })

function holds({ address, secondary, subordinate }: PcieDeviceFact, domain: string, bus: number): boolean {
  return (
    secondary !== undefined &&
    subordinate !== undefined &&
    busOf(address).domain === domain &&
    bus >= secondary &&
    bus <= subordinate
  )
}

const spanOf = ({ secondary = 0, subordinate = 255 }: PcieDeviceFact): number => subordinate - secondary

/** "0000:18:00.0" and "18:00.0" are the same place. */
export function busOf(address: string): { readonly domain: string; readonly bus: number } {
  const parts = address.split(':')
  const domain = parts.length > 2 ? (parts[0] ?? '').slice(-4) : '0000'
  return { domain, bus: Number.parseInt(parts.at(-2) ?? '', 16) }
}
