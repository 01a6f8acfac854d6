/**
 * The rates that NCCL counts with for what stands in a topology file (src/graph/topo.cc, topo.h; xGMI: RCCL). PCIe: width x
 * 1/80 of the generation's figure; NVLink by compute capability; CPU to CPU by vendor and model.
 */
import type { BytesPerSecond } from '../../base/units.ts'
import { portWire } from '../../machine/layout/nics.ts'
import { type LinkId, linkKind } from '../../machine/links.ts'
import type { Cpu } from '../../machine/machine.ts'
import type { XmlElement } from '../../text/xml.ts'

const GB = 1e9
/** GB/s of a lane at so many GT/s; NCCL takes 8 GT/s for what it does not know. */
const LANE: readonly (readonly [gigatransfers: number, rate: number, kind: LinkId])[] = [
  [2.5, 15 / 80, 'pcie3'],
  [5, 30 / 80, 'pcie3'],
  [8, 60 / 80, 'pcie3'],
  [16, 120 / 80, 'pcie4'],
  [32, 240 / 80, 'pcie5'],
  [64, 480 / 80, 'pcie6'],
]

const classOf = ({ attributes }: XmlElement): string =>
  (attributes.class ?? '').replace(/^0x/i, '').toLowerCase()
/** By the class code of PCI: display controllers, and processing accelerators. */
export const isGpuClass = (pci: XmlElement): boolean => /^(?:0300|0302|0380|1200)/.test(classOf(pci))
/** Network controllers. */
export const isNicClass = (pci: XmlElement): boolean => classOf(pci).startsWith('02')

/** The link that a device is plugged in with. */
export function slotOf({ attributes }: XmlElement) {
  const speed = Number(/^\d+(?:\.\d+)?/.exec(attributes.link_speed ?? '')?.[0])
  const [, lane, kind] = LANE.find(([gigatransfers]) => gigatransfers === speed) ?? [
    0,
    60 / 80,
    'pcie3' as const,
  ]
  const width = Math.min(32, Number(attributes.link_width) || 16)
  return { kind, width, bandwidth: width * lane * GB }
}

/** Rate in Mb/s as the file has it; an unknown one counts 10 Gb/s; a skeleton gives what the slot carries. */
export function portOf(pci: XmlElement, net: XmlElement | undefined, slot: BytesPerSecond) {
  const isEfa = /1d0f$/i.test(pci.attributes.vendor ?? '')
  const isInfiniband = classOf(pci).startsWith('0207')
  const megabits = net ? Number(net.attributes.speed) || 10_000 : undefined
  if (megabits === undefined) return { kind: isEfa ? ('efa' as const) : ('roce' as const), bandwidth: slot }
  const wire = portWire(isEfa ? 'efa' : isInfiniband ? 'ib' : 'roce', megabits * 1e6)
  return { kind: wire.kind, bandwidth: (megabits / 8000) * GB * PORT_SHARE }
}

/** NCCL's search tries 12, 24 and 48 GB/s for ports of 12.5, 25 and 50 (src/graph/search.cc). */
const PORT_SHARE = 0.96

/** Of a CPU. */
export function vendorOf({ attributes }: XmlElement): Cpu {
  if (/arm/i.test(attributes.arch ?? '')) return 'arm'
  if (/ppc/i.test(attributes.arch ?? '')) return 'power'
  return /AMD/i.test(attributes.vendor ?? '') ? 'amd' : 'intel'
}

/** Intel by model: Broadwell, Skylake (0x55 and later), Sapphire Rapids (0x8f), Emerald and Granite Rapids (0xcf). */
export function socketLink(cpu: XmlElement | undefined): LinkId {
  const vendor = cpu ? vendorOf(cpu) : 'intel'
  if (vendor !== 'intel') return `cpu-${vendor}`
  const model = Number(cpu?.attributes.modelid)
  return model >= 0xcf
    ? 'cpu-intel-emr'
    : model >= 0x8f
      ? 'cpu-intel-spr'
      : model >= 0x55
        ? 'cpu-intel-upi'
        : 'cpu-intel-qpi'
}

/** Of one link of this kind, one way. */
export const rateOf = (kind: LinkId): BytesPerSecond => {
  const link = linkKind(kind)
  return 'bandwidth' in link ? link.bandwidth : 0
}

/** The generation of an element <nvlink> or <xgmi>; undefined for all others. */
export function linkKindOf(name: string, gpu: XmlElement | undefined): LinkId | undefined {
  if (name === 'xgmi') {
    const gcn = gpu?.attributes.gcn ?? ''
    return /gfx95/.test(gcn)
      ? 'xgmi-mi350'
      : /gfx94/.test(gcn)
        ? 'xgmi-mi300'
        : /gfx90a/.test(gcn)
          ? 'xgmi-mi200'
          : 'xgmi-vega'
  }
  if (name !== 'nvlink') return undefined
  const sm = Number(gpu?.attributes.sm)
  return sm >= 100
    ? 'nvlink5'
    : sm >= 90
      ? 'nvlink4'
      : sm >= 80
        ? 'nvlink3'
        : sm >= 70
          ? 'nvlink2'
          : 'nvlink1'
}

/** GA102 (sm 86) has slower NVLinks. */
export const rateOfGpuLink = (kind: LinkId, gpu: XmlElement | undefined): BytesPerSecond =>
  kind === 'nvlink3' && gpu?.attributes.sm === '86' ? 12 * GB : rateOf(kind)
