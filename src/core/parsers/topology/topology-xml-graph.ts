/**
 * The tree of a topology file as a machine's graph, with the rates that NCCL counts with (src/graph/topo.cc, topo.h; xGMI:
 * RCCL). PCIe: width x 1/80 of the generation's figure; NVLink by compute capability; CPU to CPU by vendor and model.
 */
import type { BytesPerSecond } from '../../base/units.ts'
import type { XmlElement } from '../../text/xml.ts'
import { portWire } from '../../topology/layout/nics.ts'
import { type LinkId, linkKind } from '../../topology/links.ts'
import type { Cpu, Device, Link } from '../../topology/machine.ts'
import { gpuModelOfPci } from '../../topology/pci-ids.ts'

export interface GpuFound {
  readonly id: string
  readonly pci: XmlElement
  /** Absent in a skeleton. */
  readonly gpu?: XmlElement
}

export interface NicFound {
  readonly id: string
  readonly pci: XmlElement
  readonly net?: XmlElement
}

export interface GraphFound {
  readonly devices: readonly Device[]
  readonly links: readonly Link[]
  readonly gpus: readonly GpuFound[]
  readonly nics: readonly NicFound[]
  readonly bridges: readonly XmlElement[]
}

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

export function graphFrom(root: XmlElement): GraphFound {
  const devices: Device[] = []
  const links: Link[] = []
  const gpus: GpuFound[] = []
  const nics: NicFound[] = []
  const bridges: XmlElement[] = []
  const skeleton = !holds(root, 'gpu')

  const add = (kind: Device['kind'], model?: string): string => {
    const id = `${kind}${devices.filter((device) => device.kind === kind).length}`
    devices.push({ id, kind, ...(model === undefined ? {} : { model }) })
    return id
  }
  const join = (from: string, to: string, kind: LinkId, count: number, bandwidth: BytesPerSecond) => {
    const { latencySeconds } = linkKind(kind)
    links.push({ from, to, kind, count, bandwidth, latencySeconds })
    links.push({ from: to, to: from, kind, count, bandwidth, latencySeconds })
  }

  const hang = (pci: XmlElement, parent: string): void => {
    const { vendor = '', device = '' } = pci.attributes
    const gpu = pci.children.find(({ name }) => name === 'gpu')
    const nets = pci.children.flatMap(({ name, children }) => (name === 'nic' ? children.filter(isUsed) : []))
    const slot = slotOf(pci)
    if (gpu || (skeleton && isGpuClass(pci))) {
      const id = add('GPU', gpuModelOfPci(vendor, device))
      gpus.push({ id, pci, ...(gpu ? { gpu } : {}) })
      join(parent, id, slot.kind, slot.width, slot.bandwidth)
    } else if (nets.length > 0 || (skeleton && isNicClass(pci))) {
      for (const net of nets.length > 0 ? nets : [undefined]) {
        const id = add('NIC')
        nics.push({ id, pci, ...(net ? { net } : {}) })
        join(parent, id, slot.kind, slot.width, slot.bandwidth)
        const port = add('NET')
        const { kind, bandwidth } = portOf(pci, net, slot.bandwidth)
        join(id, port, kind, 1, bandwidth)
      }
    } else if (pci.children.some(({ name }) => name === 'pci')) {
      const id = add('PCI')
      bridges.push(pci)
      join(parent, id, slot.kind, slot.width, slot.bandwidth)
      for (const child of pci.children) if (child.name === 'pci') hang(child, id)
    }
  }

  const cpus = root.children.filter(({ name }) => name === 'cpu')
  for (const cpu of cpus) {
    const id = add('CPU', vendorOf(cpu))
    for (const child of cpu.children) if (child.name === 'pci') hang(child, id)
  }
  const between = socketLink(cpus[0])
  const ids = devices.filter(({ kind }) => kind === 'CPU').map(({ id }) => id)
  for (const [at, from] of ids.entries())
    for (const to of ids.slice(at + 1)) join(from, to, between, 1, rateOf(between))
  joinGpus(gpus, add, (from, to, kind, count, bandwidth) =>
    links.push({ from, to, kind, count, bandwidth, latencySeconds: linkKind(kind).latencySeconds }),
  )
  return { devices, links, gpus, nics, bridges }
}

const holds = (element: XmlElement, name: string): boolean =>
  element.children.some((child) => child.name === name || holds(child, name))

/** A net without dev is not in NCCL's graph. */
const isUsed = ({ name, attributes }: XmlElement): boolean => name === 'net' && attributes.dev !== undefined

const classOf = ({ attributes }: XmlElement): string =>
  (attributes.class ?? '').replace(/^0x/i, '').toLowerCase()
const isGpuClass = (pci: XmlElement): boolean => /^(?:0300|0302|0380|1200)/.test(classOf(pci))
const isNicClass = (pci: XmlElement): boolean => classOf(pci).startsWith('02')

function slotOf({ attributes }: XmlElement) {
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
function portOf(pci: XmlElement, net: XmlElement | undefined, slot: BytesPerSecond) {
  const isEfa = /1d0f$/i.test(pci.attributes.vendor ?? '')
  const isInfiniband = classOf(pci).startsWith('0207')
  const megabits = net ? Number(net.attributes.speed) || 10_000 : undefined
  if (megabits === undefined) return { kind: isEfa ? ('efa' as const) : ('roce' as const), bandwidth: slot }
  const wire = portWire(isEfa ? 'efa' : isInfiniband ? 'ib' : 'roce', megabits * 1e6)
  return { kind: wire.kind, bandwidth: (megabits / 8000) * GB * PORT_SHARE }
}

/** NCCL's search tries 12, 24 and 48 GB/s for ports of 12.5, 25 and 50 (src/graph/search.cc). */
const PORT_SHARE = 0.96

function vendorOf({ attributes }: XmlElement): Cpu {
  if (/arm/i.test(attributes.arch ?? '')) return 'arm'
  if (/ppc/i.test(attributes.arch ?? '')) return 'power'
  return /AMD/i.test(attributes.vendor ?? '') ? 'amd' : 'intel'
}

/** Intel by model: Broadwell, Skylake (0x55 and later), Sapphire Rapids (0x8f), Emerald and Granite Rapids (0xcf). */
function socketLink(cpu: XmlElement | undefined): LinkId {
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

const rateOf = (kind: LinkId): BytesPerSecond => {
  const its = linkKind(kind)
  return 'bandwidth' in its ? its.bandwidth : 0
}

type Joiner = (from: string, to: string, kind: LinkId, count: number, bandwidth: BytesPerSecond) => void

/** NVLinks and xGMI links, one direction each: every GPU lists its own. */
function joinGpus(gpus: readonly GpuFound[], add: (kind: 'NVS') => string, join: Joiner): void {
  const byBus = new Map(gpus.map(({ id, pci }) => [busOf(pci.attributes.busid), id]))
  let nvs: string | undefined
  for (const { id, gpu } of gpus)
    for (const link of gpu?.children ?? []) {
      const count = Math.min(64, Number(link.attributes.count) || 0)
      const kind = linkKindOf(link.name, gpu)
      if (!kind || count <= 0) continue
      const rate = count * rateOfGpuLink(kind, gpu)
      const peer = byBus.get(busOf(link.attributes.target))
      if (peer === id) continue
      if (peer) join(id, peer, kind, count, rate)
      else if (isSwitch(link)) {
        nvs ??= add('NVS')
        join(id, nvs, kind, count, rate)
        join(nvs, id, kind, count, rate)
      }
    }
}

const busOf = (text = ''): string => text.toLowerCase().replace(/^0{4,8}(?=:)/, '0000')

/** NVSwitch, or a target that a virtual machine does not see: NCCL takes it for a switch. */
const isSwitch = ({ attributes }: XmlElement): boolean =>
  /^0x0680(?!01)/i.test(attributes.tclass ?? '') || /^f{6,}/i.test(attributes.target ?? '')

function linkKindOf(name: string, gpu: XmlElement | undefined): LinkId | undefined {
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
const rateOfGpuLink = (kind: LinkId, gpu: XmlElement | undefined): BytesPerSecond =>
  kind === 'nvlink3' && gpu?.attributes.sm === '86' ? 12 * GB : rateOf(kind)

/** Links of a GPU in all, whether their targets are known or not. */
export const linkCountOf = (gpu: XmlElement | undefined): number =>
  (gpu?.children ?? []).reduce(
    (sum, { name, attributes }) =>
      sum + (name === 'nvlink' || name === 'xgmi' ? Number(attributes.count) || 0 : 0),
    0,
  )
