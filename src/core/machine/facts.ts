/** What the models ask of a Machine, read from its graph alone: link counts, NICs, affinity and generation. */
import type { BytesPerSecond } from '../base/units.ts'
import { type GpuModel, gpuNamed } from './gpus.ts'
import { portBits } from './layout/nics.ts'
import { type LinkId, linkKind, type PcieId, pcieBandwidth } from './links.ts'
import type { Cpu, Device, Link, Machine, PathType } from './machine.ts'
import { distanceOf, type Graph, graphOf, isGpuLink, pathsFrom } from './path.ts'

export interface NicFacts {
  readonly id: string
  /** As the port is sold: 400 Gb/s is 50e9. */
  readonly rawBandwidth: BytesPerSecond
  /** What NCCL gets through it: min of the port's usable rate and the PCIe path to its GPU. */
  readonly bandwidth: BytesPerSecond
  /** To the nearest GPU: PIX or PXB under a switch, P2C on a Grace, PHB on the CPU, SYS on the other socket. */
  readonly path: PathType
  /** The nearest GPU, the first of several; undefined when it reaches none. */
  readonly nearest?: string
}

export interface MachineFacts {
  /** GPUs of one node. */
  readonly gpus: number
  readonly nodes: number
  readonly gpu: GpuModel
  /** How all GPUs of a node reach each other; `pcie` where only some pairs or hives are linked. */
  readonly inside: 'nvswitch' | 'nvlink-mesh' | 'xgmi-mesh' | 'pcie'
  /** NVLinks (xGMI links) of each GPU, in order; all 0 without. */
  readonly gpuLinks: readonly number[]
  readonly gpuLinkKind?: LinkId
  /** Usable rate of one such link in one direction. */
  readonly gpuLinkBandwidth: BytesPerSecond
  /** Usable PCIe rate of one GPU: the slowest, when they differ. */
  readonly pcieBandwidth: BytesPerSecond
  readonly pcieKind: LinkId
  /** GPUs of a node under one PCIe switch (1: none shares). */
  readonly gpusPerSwitch: number
  readonly sockets: number
  /** Usable rate between the CPU sockets in one direction; undefined with one socket. */
  readonly socketBandwidth?: BytesPerSecond
  readonly cpu: Cpu
  readonly nics: readonly NicFacts[]
}

/** A machine without a GPU is a broken invariant and throws. */
export function machineFacts(machine: Machine): MachineFacts {
  const graph = graphOf(machine)
  const of = (kind: Device['kind']) => machine.devices.filter((device) => device.kind === kind)
  const gpus = of('GPU')
  const [first] = gpus
  if (!first) throw new Error(`machine ${machine.id} has no GPU`)
  const gpu = modelOf(first, graph)
  const linked = gpus.flatMap(({ id }) => leaving(graph, id).filter(isGpuLink))
  const [sample] = linked
  const pcie = gpus.flatMap(({ id }) => leaving(graph, id).filter(isPcie)).sort(slowerFirst)[0]
  const sockets = of('CPU')
  const betweenSockets = machine.links.filter(({ kind }) => kind.startsWith('cpu-')).sort(slowerFirst)[0]
  let nics: readonly NicFacts[] | undefined
  return {
    gpus: gpus.length,
    nodes: machine.nodes,
    gpu,
    inside: insideOf(graph, gpus),
    gpuLinks: gpus.map(({ id }) => linksOf(graph, id)),
    ...(sample ? { gpuLinkKind: sample.kind } : {}),
    gpuLinkBandwidth: sample ? sample.bandwidth / sample.count : 0,
    pcieBandwidth: pcie?.bandwidth ?? pcieBandwidth(gpu.pcie),
    pcieKind: pcie?.kind ?? gpu.pcie,
    gpusPerSwitch: Math.max(1, ...of('PCI').map(({ id }) => gpusUnder(graph, id))),
    sockets: Math.max(1, sockets.length),
    ...(betweenSockets ? { socketBandwidth: betweenSockets.bandwidth } : {}),
    cpu: cpuOf(sockets[0]),
    // Paths from 72 NICs take longer than all the rest, and one node does not ask for them.
    get nics() {
      nics ??= of('NIC').map(({ id }) => nicFacts(graph, id))
      return nics
    },
  }
}

const leaving = (graph: Graph, id: string): readonly Link[] => graph.from.get(id) ?? []
const isPcie = ({ kind }: Link): boolean => kind.startsWith('pcie')
const slowerFirst = (a: Link, b: Link): number => a.bandwidth - b.bandwidth

/** NVLinks or xGMI links that leave a GPU. */
export const linksOf = (graph: Graph, gpu: string): number =>
  leaving(graph, gpu)
    .filter(isGpuLink)
    .reduce((sum, { count }) => sum + count, 0)

function gpusUnder(graph: Graph, bridge: string): number {
  return leaving(graph, bridge).filter(({ to }) => graph.devices.get(to)?.kind === 'GPU').length
}

function insideOf(graph: Graph, gpus: readonly Device[]): MachineFacts['inside'] {
  const seen = new Set<string>()
  const open = gpus.slice(0, 1).map(({ id }) => id)
  let kind: MachineFacts['inside'] = 'pcie'
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue
    seen.add(at)
    for (const link of leaving(graph, at).filter(isGpuLink)) {
      open.push(link.to)
      if (graph.devices.get(link.to)?.kind === 'NVS') kind = 'nvswitch'
      else if (kind === 'pcie') kind = link.kind.startsWith('xgmi') ? 'xgmi-mesh' : 'nvlink-mesh'
    }
  }
  return gpus.every(({ id }) => seen.has(id)) ? kind : 'pcie'
}

function nicFacts(graph: Graph, nic: string): NicFacts {
  const paths = pathsFrom(graph, nic)
  const port = leaving(graph, nic).find(({ to }) => graph.devices.get(to)?.kind === 'NET')
  const nearest = [...paths]
    .filter(([id]) => graph.devices.get(id)?.kind === 'GPU')
    .sort(([, a], [, b]) => distanceOf(a.type) - distanceOf(b.type) || b.bandwidth - a.bandwidth)[0]
  const wire = port?.bandwidth ?? Number.POSITIVE_INFINITY
  const bandwidth = Math.min(wire, nearest?.[1].bandwidth ?? Number.POSITIVE_INFINITY)
  return {
    id: nic,
    rawBandwidth: port ? portBits(port) / 8 : 0,
    bandwidth: Number.isFinite(bandwidth) ? bandwidth : 0,
    path: nearest?.[1].type ?? 'DIS',
    ...(nearest ? { nearest: nearest[0] } : {}),
  }
}

const CPUS: readonly string[] = ['intel', 'amd', 'arm', 'power'] satisfies Cpu[]
const isCpu = (name: string | undefined): name is Cpu => name !== undefined && CPUS.includes(name)
const cpuOf = (device: Device | undefined): Cpu => (isCpu(device?.model) ? device.model : 'intel')

const CAPABILITY_BY_NVLINK: Readonly<Partial<Record<LinkId, number>>> = {
  nvlink1: 60,
  nvlink2: 70,
  nvlink3: 80,
  nvlink4: 90,
  nvlink5: 100,
}

/** The model in gpus.ts; of an unknown one, what its links say. */
function modelOf({ id, model }: Device, graph: Graph): GpuModel {
  const known = gpuNamed(model ?? '')
  if (known) return known
  const out = leaving(graph, id)
  const wire = out.find(isGpuLink)
  const slot = out.find(isPcie)?.kind
  const computeCapability = wire && CAPABILITY_BY_NVLINK[wire.kind]
  return {
    id: model ?? 'GPU',
    title: model ?? 'GPU',
    vendor: wire?.kind.startsWith('xgmi') ? 'amd' : 'nvidia',
    form: 'pcie',
    ...(computeCapability === undefined ? {} : { computeCapability }),
    ...(wire ? { links: { kind: wire.kind, count: linksOf(graph, id) } } : {}),
    pcie: isPcieId(slot) ? slot : 'pcie4',
    nvls: false,
    peerToPeer: true,
    names: /(?!)/,
    aliases: [],
  }
}

const isPcieId = (kind: LinkId | undefined): kind is PcieId =>
  kind !== undefined && linkKind(kind).per === 'lane'
