/**
 * What can be compared between hosts: versions, modules, counts, modes. Hosts that differ from most are the strongest
 * static sign there is; of two hosts nothing says which one is right.
 */
import { groupBy } from '../base/group-by.ts'
import type { VersionFact } from '../evidence/host-facts.ts'
import type { Trait } from '../evidence/host-trait.ts'
import type { Place } from '../evidence/place.ts'
import { portsOf } from './degraded-ports.ts'
import { computed } from './facts.ts'
import { factsOf, type HostView, hosts } from './hosts.ts'

export interface SeenTrait {
  readonly trait: Trait
  /** "MT4129": what it is a trait of. */
  readonly about?: string
  readonly value: string
  readonly place: Place
}

export interface UnlikeTrait {
  readonly trait: Trait
  readonly about?: string
  readonly usual: string
  readonly usualHosts: readonly string[]
  readonly others: readonly { readonly host: string; readonly value: string; readonly place: Place }[]
}

export const unlikeTraits = computed((facts): readonly UnlikeTrait[] => {
  const seen = hosts(facts).flatMap((host) =>
    host.name === undefined ? [] : traitsOf(host).map((trait) => ({ ...trait, host: host.name as string })),
  )
  return [...groupBy(seen, ({ trait, about }) => `${trait} ${about ?? ''}`).values()].flatMap((its) => {
    const byValue = [...groupBy(its, ({ value }) => value)].sort(([, a], [, b]) => b.length - a.length)
    const [usual, ...rest] = byValue
    const [first] = its
    if (!usual || !first || rest.length === 0) return []
    return [
      {
        trait: first.trait,
        ...(first.about === undefined ? {} : { about: first.about }),
        usual: usual[0],
        usualHosts: usual[1].map(({ host }) => host),
        others: rest.flatMap(([value, some]) => some.map(({ host, place }) => ({ host, value, place }))),
      },
    ]
  })
})

/** Whether two hosts can be compared at all. */
export const hostsCompared = computed(
  (facts): boolean =>
    hosts(facts).filter((host) => host.name !== undefined && traitsOf(host).length > 0).length > 1,
)

const VERSIONS: Readonly<Record<VersionFact['of'], Trait>> = {
  driver: 'driver',
  cuda: 'cuda',
  kernel: 'kernel',
  os: 'os',
  ofed: 'ofed',
  rocm: 'rocm',
  nccl: 'nccl',
  firmware: 'firmware',
}

export function traitsOf(host: HostView): readonly SeenTrait[] {
  const traits: SeenTrait[] = []
  const add = (trait: Trait, value: string | number, place: Place | undefined, about?: string) => {
    if (place && !traits.some((other) => other.trait === trait && other.about === about))
      traits.push({ trait, value: String(value), place, ...(about === undefined ? {} : { about }) })
  }
  for (const { of, version, place, device } of factsOf(host, 'version'))
    add(VERSIONS[of], version, place, device)
  const ports = portsOf(host)
  for (const [model, its] of groupBy(ports, (port) => port.model)) {
    const versions = new Set(its.flatMap(({ firmware }) => firmware ?? []))
    if (model !== undefined && versions.size === 1)
      add('firmware', [...versions][0] ?? '', its[0]?.place, model)
  }
  const active = ports.filter(({ state }) => state === 'active')
  if (host.sources.has('ibstat')) add('active-ports', active.length, active[0]?.place ?? ports[0]?.place)
  const modules = factsOf(host, 'module')
  if (host.sources.has('lsmod')) {
    const peer = modules.find(({ name }) => /^(?:nvidia_peermem|nv_peer_mem)$/.test(name))
    // Only hosts with the driver and with RDMA are expected to have it.
    if (
      modules.some(({ name }) => name === 'nvidia') &&
      modules.some(({ name }) => name === 'ib_core' || name === 'mlx5_ib')
    )
      add('peer-memory-module', peer?.name ?? '-', peer?.place ?? modules[0]?.place)
  }
  const gpus = factsOf(host, 'gpu')
  const pcie = factsOf(host, 'pcie-device').filter(({ kind }) => kind === 'gpu')
  const linked = groupBy(factsOf(host, 'nvlink'), ({ gpu }) => gpu)
  if (gpus.length > 0) add('gpus', gpus.length, gpus[0]?.place)
  else if (pcie.length > 0) add('gpus', pcie.length, pcie[0]?.place)
  else if (linked.size > 0) add('gpus', linked.size, [...linked.values()][0]?.[0]?.place)
  const models = new Set(gpus.flatMap(({ name }) => name ?? []))
  if (models.size > 0) add('gpu-model', [...models].sort(byText).join(' + '), gpus[0]?.place)
  const limits = new Set(gpus.flatMap(({ powerLimitWatts }) => powerLimitWatts ?? []))
  if (limits.size === 1) add('power-limit', [...limits][0] ?? 0, gpus[0]?.powerLimitPlace)
  for (const { model, numaNodes, place } of factsOf(host, 'cpu')) {
    add('cpu-model', model, place)
    if (numaNodes !== undefined) add('numa-nodes', numaNodes, place)
  }
  for (const { about, value, place } of factsOf(host, 'kernel'))
    if (about === 'iommu-default') add('iommu', value, place)
  for (const { mount, bytes, place } of factsOf(host, 'filesystem'))
    if (mount === '/dev/shm') add('shared-memory', Math.round(bytes / 2 ** 30), place)
  return traits
}

const byText = (a: string, b: string): number => (a < b ? -1 : 1)
