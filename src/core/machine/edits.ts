/**
 * Small changes of a machine, each giving a new one: more nodes, another fabric, a link, NIC or GPU lost.
 * A change of the hardware changes the id, so that nothing published for the whole machine is taken for the changed one.
 */

import { linksOf } from './facts.ts'
import type { GpuModel } from './gpus.ts'
import { gpuLinks, usualJoining } from './layout/gpu-links.ts'
import { portBits, portWire } from './layout/nics.ts'
import { wired } from './layout/wire.ts'
import { type PcieId, pcieBandwidth } from './links.ts'
import type { Device, Fabric, Link, Machine } from './machine.ts'
import { graphOf, isGpuLink, pathsFrom } from './path.ts'

export const withNodes = (machine: Machine, nodes: number): Machine => ({
  ...machine,
  nodes,
  assumed: machine.assumed.filter((what) => what !== 'nodes'),
})

/** The same ports on another fabric: 400 Gb/s stay 400 Gb/s, but what of them is usable is the fabric's. */
export function withFabric(machine: Machine, fabric: Fabric): Machine {
  const ports = new Set(machine.devices.filter(({ kind }) => kind === 'NET').map(({ id }) => id))
  const links = machine.links.flatMap((link) => {
    if (ports.has(link.from)) return []
    if (!ports.has(link.to)) return [link]
    return wired(link.from, link.to, { ...portWire(fabric.kind, portBits(link)), latencyShare: 0.5 })
  })
  return { ...machine, links, fabric, assumed: machine.assumed.filter((what) => what !== 'fabric') }
}

/** GPU number `gpu` has only `links` NVLinks (xGMI links) left. More than it has is a broken invariant and throws. */
export function withGpuLinks(machine: Machine, gpu: number, links: number): Machine {
  const id = gpuIds(machine)[gpu]
  const has = id === undefined ? 0 : linksOf(graphOf(machine), id)
  if (id === undefined || links > has || links < 0)
    throw new RangeError(`GPU ${gpu} of ${machine.id} has ${has} links, not ${links} or more`)
  if (links === has) return machine
  const out = machine.links.filter((link) => link.from === id && isGpuLink(link))
  const left = new Map(out.map(({ to, count }) => [to, count]))
  // Lost one at a time from the widest bundle.
  for (let lost = has - links; lost > 0; lost--) {
    const [widest] = [...left].sort(([, a], [, b]) => b - a)
    if (widest) left.set(widest[0], widest[1] - 1)
  }
  return changed(machine, `gpu${gpu}-links=${links}`, {
    links: machine.links.flatMap((link) => {
      const peer = link.from === id ? link.to : link.to === id ? link.from : undefined
      return peer !== undefined && isGpuLink(link) ? narrowed(link, left.get(peer) ?? 0) : [link]
    }),
  })
}

/** Each GPU with at most so many links, in order: a machine as `topo -m` found it. GPUs without a number keep theirs. */
export const withGpuLinksOfEach = (machine: Machine, links: readonly (number | undefined)[]): Machine => {
  const ids = gpuIds(machine)
  return links.reduce<Machine>((so, count, gpu) => {
    const id = ids[gpu]
    if (count === undefined || id === undefined) return so
    return withGpuLinks(so, gpu, Math.max(0, Math.min(count, linksOf(graphOf(so), id))))
  }, machine)
}

/** A machine whose file names no NVLinks, with those that its model usually has. */
export function withUsualGpuLinks(machine: Machine, model: GpuModel): Machine {
  const gpus = gpuIds(machine).length
  const each = Array.from({ length: gpus }, () => model.links?.count ?? 0)
  const { devices, links } = gpuLinks(model, usualJoining(model, gpus), each)
  return {
    ...machine,
    devices: [...machine.devices, ...devices],
    links: [...machine.links, ...links],
    assumed: [...machine.assumed, 'nvlinks'],
  }
}

/** Every GPU with as many links to the switch as the one with the most: the machine as it was built. */
export function withEqualSwitchLinks(machine: Machine): Machine {
  const nvs = machine.devices.find(({ kind }) => kind === 'NVS')?.id
  const up = machine.links.filter(({ to }) => to === nvs)
  const fullest = up.toSorted((a, b) => b.count - a.count)[0]
  if (nvs === undefined || !fullest) return machine
  const full = (from: string, to: string): Link => ({ ...fullest, from, to })
  return {
    ...machine,
    links: [
      ...machine.links.filter(({ from, to }) => from !== nvs && to !== nvs),
      ...gpuIds(machine).flatMap((gpu) => [full(gpu, nvs), full(nvs, gpu)]),
    ],
  }
}

/** No NVLink or xGMI at all: what is left is PCIe. */
export const withoutGpuLinks = (machine: Machine): Machine =>
  machine.links.some(isGpuLink)
    ? changed(machine, 'links=0', { links: machine.links.filter((link) => !isGpuLink(link)) })
    : machine

/** Only the first `count` NICs. */
export function withNics(machine: Machine, count: number): Machine {
  const lost = machine.devices.filter(({ kind }) => kind === 'NIC').slice(count)
  return lost.length === 0 ? machine : without(machine, `nics=${count}`, lost)
}

/** All NICs hang on a CPU: their paths are PHB, or SYS from the other socket. */
export function withNicsOnCpu(machine: Machine): Machine {
  const cpuOf = nearestCpus(machine)
  const moved = (end: string) => cpuOf.get(end)
  return changed(machine, 'nics-on-cpu', {
    links: machine.links.map((link) => {
      const { from, to } = link
      if (!link.kind.startsWith('pcie')) return link
      return { ...link, from: moved(to) ?? from, to: moved(from) ?? to }
    }),
  })
}

/** Only the first `count` GPUs of each node. */
export function withGpus(machine: Machine, count: number): Machine {
  const ids = new Set(gpuIds(machine).slice(count))
  const lost = machine.devices.filter(({ id }) => ids.has(id))
  return lost.length === 0 ? machine : without(machine, `gpus=${count}`, lost)
}

/** Every PCIe link that is faster runs at this generation and width: a slot that trained down. */
export function withPcie(machine: Machine, kind: PcieId, lanes = 16): Machine {
  const bandwidth = pcieBandwidth(kind, lanes)
  return changed(machine, `${kind}x${lanes}`, {
    links: machine.links.map((link) =>
      link.kind.startsWith('pcie') && link.bandwidth > bandwidth
        ? { ...link, kind, count: lanes, bandwidth }
        : link,
    ),
  })
}

const gpuIds = ({ devices }: Machine): readonly string[] =>
  devices.filter(({ kind }) => kind === 'GPU').map(({ id }) => id)

const changed = (machine: Machine, what: string, change: Partial<Machine>): Machine => ({
  ...machine,
  ...change,
  id: `${machine.id}/${what}`,
})

function narrowed(link: Link, count: number): readonly Link[] {
  return count === 0 ? [] : [{ ...link, count, bandwidth: (link.bandwidth / link.count) * count }]
}

/** Without some devices, their links and the ports that only they had. */
function without(machine: Machine, what: string, lost: readonly Device[]): Machine {
  const gone = new Set(lost.map(({ id }) => id))
  const netOf = (id: string) => machine.links.filter((link) => link.from === id).map(({ to }) => to)
  for (const { id, kind } of lost)
    if (kind === 'NIC')
      for (const to of netOf(id))
        if (machine.devices.some((device) => device.id === to && device.kind === 'NET')) gone.add(to)
  return changed(machine, what, {
    devices: machine.devices.filter(({ id }) => !gone.has(id)),
    links: machine.links.filter(({ from, to }) => !gone.has(from) && !gone.has(to)),
  })
}

/** NIC -> its nearest CPU. */
function nearestCpus(machine: Machine): ReadonlyMap<string, string> {
  const graph = graphOf(machine)
  return new Map(
    machine.devices
      .filter(({ kind }) => kind === 'NIC')
      .flatMap(({ id }): [string, string][] => {
        const [cpu] = [...pathsFrom(graph, id)]
          .filter(([to]) => graph.devices.get(to)?.kind === 'CPU')
          .sort(([, a], [, b]) => a.links.length - b.links.length)
        return cpu ? [[id, cpu[0]]] : []
      }),
  )
}
