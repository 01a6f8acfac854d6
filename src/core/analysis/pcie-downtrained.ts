/**
 * GPUs and NICs whose PCIe link is narrower or slower than they and the port above can do (LnkSta below LnkCap), or than
 * their siblings have it. A GPU that idles lowers its speed, never its width: its speed alone proves nothing.
 */
import { groupBy } from '../base/group-by.ts'
import type { PcieDeviceFact, PcieLink } from '../evidence/pcie-facts.ts'
import type { Place } from '../evidence/place.ts'
import { computed } from './facts.ts'
import { factsOf, type HostView, hosts } from './hosts.ts'
import { bridgesAbove } from './pcie-tree.ts'

export interface PcieShortfall {
  readonly host: HostView
  readonly address: string
  readonly name: string
  readonly kind: 'gpu' | 'nic' | 'nvswitch'
  readonly width?: { readonly is: number; readonly of: number }
  readonly speed?: { readonly is: number; readonly of: number }
  /** Usable bytes/s of one direction: as it is, and as it could be. */
  readonly is: number
  readonly of: number
  /** Devices of its model, on any host, whose link is whole. */
  readonly siblings: number
  /** More than one of its model, and all as short. */
  readonly allAlike: boolean
  readonly place: Place
}

export const pcieShortfalls = computed((facts): readonly PcieShortfall[] => {
  const links = hosts(facts).flatMap((host) => [
    ...fromLspci(host),
    ...fromNvidiaSmi(host),
    ...fromKernel(host),
  ])
  return [...groupBy(links, ({ name, kind }) => `${kind} ${name}`).values()].flatMap((model) => {
    const short = model.filter(isShort)
    return short.map((link): PcieShortfall => {
      const whole = model.filter((other) => !isShort(other) && other.width.is >= link.width.of)
      const { host, address, name, kind, width, speed, place } = link
      return {
        host,
        address,
        name,
        kind,
        ...(width.is < width.of ? { width } : {}),
        ...(speed !== undefined && speed.is < speed.of ? { speed } : {}),
        is: usableRate(width.is, speed?.is ?? speed?.of ?? 0),
        of: usableRate(width.of, speed?.of ?? 0),
        siblings: whole.length,
        allAlike: model.length > 1 && whole.length === 0 && short.length === model.length,
        place,
      }
    })
  })
})

/** Whether a host's files show it, in order or not. */
export const showsPcieLinks = (host: HostView): boolean =>
  fromLspci(host).length + fromNvidiaSmi(host).length > 0

export const pcieLinksSeen = computed((facts): boolean => hosts(facts).some(showsPcieLinks))

interface SeenLink {
  readonly host: HostView
  readonly address: string
  readonly name: string
  readonly kind: PcieShortfall['kind']
  readonly width: { readonly is: number; readonly of: number }
  readonly speed?: { readonly is: number; readonly of: number }
  readonly place: Place
}

const isShort = ({ width, speed }: SeenLink): boolean =>
  width.is < width.of || (speed !== undefined && speed.is < speed.of)

function fromLspci(host: HostView): readonly SeenLink[] {
  const all = factsOf(host, 'pcie-device')
  return all.flatMap((device) => {
    const { kind, status, capability, address, name } = device
    if (kind === 'bridge' || kind === 'other' || !status || !capability || status.width === 0) return []
    const of = weaker(capability, portAbove(device, all))
    return [
      {
        host,
        address,
        name,
        kind,
        width: { is: status.width, of: of.width },
        speed: { is: status.gigatransfers, of: of.gigatransfers },
        place: status.place,
      },
    ]
  })
}

const portAbove = (device: PcieDeviceFact, all: readonly PcieDeviceFact[]): PcieLink | undefined =>
  bridgesAbove(device, all)[0]?.capability

const weaker = (link: PcieLink, above: PcieLink | undefined): PcieLink =>
  above === undefined
    ? link
    : {
        ...link,
        width: Math.min(link.width, above.width),
        gigatransfers: Math.min(link.gigatransfers, above.gigatransfers),
      }

/** Width alone: nvidia-smi's generation is that of the moment. Where lspci shows the GPU, that counts. */
function fromNvidiaSmi(host: HostView): readonly SeenLink[] {
  if (factsOf(host, 'pcie-device').some(({ kind, status }) => kind === 'gpu' && status)) return []
  return factsOf(host, 'gpu').flatMap(({ index, busId, name = '', pcieWidth }) => {
    const { current = 0, max = 0, place } = pcieWidth ?? {}
    return place && current > 0 && max > 0
      ? [{ host, address: busId ?? `GPU${index}`, name, kind: 'gpu', width: { is: current, of: max }, place }]
      : []
  })
}

/** "63.008 Gb/s available PCIe bandwidth, limited by 16.0 GT/s PCIe x4 link at … (capable of … with 16.0 GT/s PCIe x16 link)" */
const LIMITED =
  /limited by (\d+(?:\.\d+)?) GT\/s PCIe x(\d+) link .*\(capable of .* with (\d+(?:\.\d+)?) GT\/s PCIe x(\d+) link\)/

/** What the drivers of NICs print when they start; where lspci shows the device, that counts. */
function fromKernel(host: HostView): readonly SeenLink[] {
  if (fromLspci(host).length > 0) return []
  return factsOf(host, 'kernel').flatMap(({ about, value, device, place }) => {
    const [, speed, width, bestSpeed, bestWidth] =
      about === 'pcie-bandwidth' ? (LIMITED.exec(value) ?? []) : []
    if (device === undefined || width === undefined || bestWidth === undefined) return []
    return [
      {
        host,
        address: device,
        name: 'NIC',
        kind: 'nic' as const,
        width: { is: Number(width), of: Number(bestWidth) },
        speed: { is: Number(speed), of: Number(bestSpeed) },
        place,
      },
    ]
  })
}

/** Usable GB/s of a lane at so many GT/s: x16 gives 12, 24, 48 (NCCL src/graph/topo.cc). */
const PER_LANE: Readonly<Record<string, number>> = {
  '2.5': 0.19,
  '5': 0.38,
  '8': 0.75,
  '16': 1.5,
  '32': 3,
  '64': 6,
}

const usableRate = (width: number, gigatransfers: number): number =>
  width * (PER_LANE[String(gigatransfers)] ?? 0) * 1e9
