/**
 * Paths between devices of one node, as NCCL finds them (src/graph/paths.cc): breadth first, of equally short ways the
 * widest; through another GPU only by one NVLink hop (NVB), never through a NIC.
 */
import type { BytesPerSecond, Seconds } from '../base/units.ts'
import { type Device, type Link, type Machine, PATH_TYPES, type PathType } from './machine.ts'

export interface Path {
  readonly type: PathType
  /** The bottleneck: what the narrowest link of the way can use. */
  readonly bandwidth: BytesPerSecond
  readonly latencySeconds: Seconds
  /** The links in order. */
  readonly links: readonly Link[]
}

/** Devices by id and the links that leave each. */
export interface Graph {
  readonly devices: ReadonlyMap<string, Device>
  readonly from: ReadonlyMap<string, readonly Link[]>
}

export function graphOf({ devices, links }: Pick<Machine, 'devices' | 'links'>): Graph {
  const from = new Map<string, Link[]>(devices.map(({ id }) => [id, []]))
  for (const link of links) from.get(link.from)?.push(link)
  return { devices: new Map(devices.map((device) => [device.id, device])), from }
}

const LOCAL: Path = {
  type: 'LOC',
  bandwidth: Number.POSITIVE_INFINITY,
  latencySeconds: 0,
  links: [],
}

/** The path from one device to every device that it reaches, itself included. */
export function pathsFrom(graph: Graph, start: string): ReadonlyMap<string, Path> {
  const paths = new Map<string, Path>([[start, LOCAL]])
  let layer = [start]
  for (let hops = 1; layer.length > 0; hops++) {
    const next = new Set<string>()
    for (const at of layer) {
      const path = paths.get(at)
      if (!path) continue
      for (const link of graph.from.get(at) ?? []) {
        if (!passes(graph, start, path, link)) continue
        const known = paths.get(link.to)
        const bandwidth = Math.min(path.bandwidth, link.bandwidth)
        if (known && (known.links.length < hops || known.bandwidth >= bandwidth)) continue
        paths.set(link.to, {
          type: farther(path.type, stepType(graph, start, path, link)),
          bandwidth,
          latencySeconds: path.latencySeconds + link.latencySeconds,
          links: [...path.links, link],
        })
        next.add(link.to)
      }
    }
    layer = [...next]
  }
  return paths
}

/** The path between two devices; undefined when there is none. */
export const pathBetween = (machine: Machine, from: string, to: string): Path | undefined =>
  pathsFrom(graphOf(machine), from).get(to)

const kindOf = (graph: Graph, id: string) => graph.devices.get(id)?.kind

export const isGpuLink = ({ kind }: Link): boolean =>
  (kind.startsWith('nvlink') && kind !== 'nvlink-c2c') || kind.startsWith('xgmi')

function passes(graph: Graph, start: string, path: Path, link: Link): boolean {
  const kind = kindOf(graph, link.to) && kindOf(graph, link.from)
  if (link.from === start || kind === undefined) return kind !== undefined
  if (kind === 'GPU') return isGpuLink(link) && kindOf(graph, link.to) === 'GPU' && path.links.length === 1
  return kind !== 'NIC' || kindOf(graph, link.to) === 'NET' || kindOf(graph, start) === 'NET'
}

function stepType(graph: Graph, start: string, path: Path, link: Link): PathType {
  if (isGpuLink(link)) return link.from !== start && kindOf(graph, link.from) === 'GPU' ? 'NVB' : 'NVL'
  if (link.kind === 'nvlink-c2c') return path.type === 'PHB' ? 'P2C' : 'C2C'
  const ends = [kindOf(graph, link.from), kindOf(graph, link.to)]
  if (link.kind.startsWith('cpu-')) return 'SYS'
  if (ends.includes('NET')) return 'LOC'
  // Grace and its NIC: the chip-to-chip link makes the way through the CPU as good as a switch.
  if (ends.includes('CPU')) return path.type === 'C2C' ? 'P2C' : 'PHB'
  return ends.every((kind) => kind === 'PCI') ? 'PXB' : 'PIX'
}

function farther(a: PathType, b: PathType): PathType {
  // A NIC reaches the CPU (PHB) before the chip-to-chip link shows that the way is P2C.
  if (a === 'PHB' && b === 'P2C') return 'P2C'
  return PATH_TYPES.indexOf(a) >= PATH_TYPES.indexOf(b) ? a : b
}

/** How near a path is: smaller is nearer. */
export const distanceOf = (type: PathType): number => PATH_TYPES.indexOf(type)
