/** The tree of a topology file as a machine's graph (NCCL src/graph/topo.cc). */
import type { BytesPerSecond } from '../../base/units.ts'
import { type LinkId, linkKind } from '../../machine/links.ts'
import type { Device, Link } from '../../machine/machine.ts'
import { gpuModelOfPci } from '../../machine/pci-ids.ts'
import type { XmlElement } from '../../text/xml.ts'
import {
  isGpuClass,
  isNicClass,
  linkKindOf,
  portOf,
  rateOf,
  rateOfGpuLink,
  slotOf,
  socketLink,
  vendorOf,
} from './topology-xml-rates.ts'

/** A GPU of the graph and where it stands. */
export interface GpuFound {
  readonly id: string
  readonly pci: XmlElement
  /** Absent in a skeleton. */
  readonly gpu?: XmlElement
}

/** A NIC of the graph and where it stands. */
export interface NicFound {
  readonly id: string
  readonly pci: XmlElement
  readonly net?: XmlElement
}

/** The graph, and the elements that its devices came from. */
export interface GraphFound {
  readonly devices: readonly Device[]
  readonly links: readonly Link[]
  readonly gpus: readonly GpuFound[]
  readonly nics: readonly NicFound[]
  readonly bridges: readonly XmlElement[]
}

/** From `<system>`. */
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
  const connect = (from: string, to: string, kind: LinkId, count: number, bandwidth: BytesPerSecond) => {
    const { latencySeconds } = linkKind(kind)
    links.push({ from, to, kind, count, bandwidth, latencySeconds })
    links.push({ from: to, to: from, kind, count, bandwidth, latencySeconds })
  }

  const addPci = (pci: XmlElement, parent: string): void => {
    const { vendor = '', device = '' } = pci.attributes
    const gpu = pci.children.find(({ name }) => name === 'gpu')
    const nets = pci.children.flatMap(({ name, children }) => (name === 'nic' ? children.filter(isUsed) : []))
    const slot = slotOf(pci)
    if (gpu || (skeleton && isGpuClass(pci))) {
      const id = add('GPU', gpuModelOfPci(vendor, device))
      gpus.push({ id, pci, ...(gpu ? { gpu } : {}) })
      connect(parent, id, slot.kind, slot.width, slot.bandwidth)
    } else if (nets.length > 0 || (skeleton && isNicClass(pci))) {
      for (const net of nets.length > 0 ? nets : [undefined]) {
        const id = add('NIC')
        nics.push({ id, pci, ...(net ? { net } : {}) })
        connect(parent, id, slot.kind, slot.width, slot.bandwidth)
        const port = add('NET')
        const { kind, bandwidth } = portOf(pci, net, slot.bandwidth)
        connect(id, port, kind, 1, bandwidth)
      }
    } else if (pci.children.some(({ name }) => name === 'pci')) {
      const id = add('PCI')
      bridges.push(pci)
      connect(parent, id, slot.kind, slot.width, slot.bandwidth)
      for (const child of pci.children) if (child.name === 'pci') addPci(child, id)
    }
  }

  const cpus = root.children.filter(({ name }) => name === 'cpu')
  for (const cpu of cpus) {
    const id = add('CPU', vendorOf(cpu))
    for (const child of cpu.children) if (child.name === 'pci') addPci(child, id)
  }
  const between = socketLink(cpus[0])
  const ids = devices.filter(({ kind }) => kind === 'CPU').map(({ id }) => id)
  for (const [at, from] of ids.entries())
    for (const to of ids.slice(at + 1)) connect(from, to, between, 1, rateOf(between))
  connectGpus(gpus, add, (from, to, kind, count, bandwidth) =>
    links.push({ from, to, kind, count, bandwidth, latencySeconds: linkKind(kind).latencySeconds }),
  )
  return { devices, links, gpus, nics, bridges }
}

const holds = (element: XmlElement, name: string): boolean =>
  element.children.some((child) => child.name === name || holds(child, name))

/** A net without dev is not in NCCL's graph. */
const isUsed = ({ name, attributes }: XmlElement): boolean => name === 'net' && attributes.dev !== undefined

type Connect = (from: string, to: string, kind: LinkId, count: number, bandwidth: BytesPerSecond) => void

/** NVLinks and xGMI links, one direction each: every GPU lists its own. */
function connectGpus(gpus: readonly GpuFound[], add: (kind: 'NVS') => string, connect: Connect): void {
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
      if (peer) connect(id, peer, kind, count, rate)
      else if (isSwitch(link)) {
        nvs ??= add('NVS')
        connect(id, nvs, kind, count, rate)
        connect(nvs, id, kind, count, rate)
      }
    }
}

const busOf = (text = ''): string => text.toLowerCase().replace(/^0{4,8}(?=:)/, '0000')

/** NVSwitch, or a target that a virtual machine does not see: NCCL takes it for a switch. */
const isSwitch = ({ attributes }: XmlElement): boolean =>
  /^0x0680(?!01)/i.test(attributes.tclass ?? '') || /^f{6,}/i.test(attributes.target ?? '')

/** Links of a GPU in all, whether their targets are known or not. */
export const linkCountOf = (gpu: XmlElement | undefined): number =>
  (gpu?.children ?? []).reduce(
    (sum, { name, attributes }) =>
      sum + (name === 'nvlink' || name === 'xgmi' ? Number(attributes.count) || 0 : 0),
    0,
  )
