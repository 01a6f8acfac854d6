/**
 * What can be compared between hosts: versions, modules, counts, modes. Hosts that differ from most are the strongest
 * static sign there is; of two hosts nothing says which one is right.
 */
import { groupBy } from '../base/group-by.ts'
import type { VersionFact } from '../evidence/host-facts.ts'
import type { Trait } from '../evidence/host-trait.ts'
import type { Place } from '../evidence/place.ts'
import { computed } from './facts.ts'
import { factsOf, type HostView, hosts } from './hosts.ts'
import { portsOf } from './nic-degraded.ts'

export interface SeenTrait {
  readonly trait: Trait
  /** "MT4129": what it is a trait of. */
  readonly about?: string
  readonly value: string
  /** Of a count: how many a listing shows that may be cut; undefined where the count itself is stated. */
  readonly listed?: number
  readonly place: Place
}

export interface UnlikeTrait {
  readonly trait: Trait
  readonly about?: string
  /** A listing that may be cut shows fewer on some hosts: what it does not show may be there. */
  readonly maybeCut: boolean
  readonly usual: string
  readonly usualHosts: readonly string[]
  readonly others: readonly { readonly host: string; readonly value: string; readonly place: Place }[]
}

export const unlikeTraits = computed((facts): readonly UnlikeTrait[] => {
  const seen = hosts(facts).flatMap((host) =>
    host.name === undefined ? [] : traitsOf(host).map((trait) => ({ ...trait, host: host.name as string })),
  )
  return [...groupBy(seen, ({ trait, about }) => `${trait} ${about ?? ''}`).values()].flatMap((same) => {
    const byValue = [...groupBy(same, ({ value }) => value)].sort(([, a], [, b]) => b.length - a.length)
    const [usual, ...rest] = byValue
    const [first] = same
    if (!usual || !first || rest.length === 0) return []
    return [
      {
        trait: first.trait,
        ...(first.about === undefined ? {} : { about: first.about }),
        maybeCut: isMaybeCut(same),
        usual: usual[0],
        usualHosts: usual[1].map(({ host }) => host),
        others: rest.flatMap(([value, some]) => some.map(({ host, place }) => ({ host, value, place }))),
      },
    ]
  })
})

/** One with the most is never cut, and one that lists as many is short of what it lists. */
function isMaybeCut(traits: readonly SeenTrait[]): boolean {
  const most = Math.max(...traits.map(({ value }) => Number(value)))
  return traits.some(({ value, listed = most }) => Number(value) < most && listed < most)
}

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
  const add = (
    trait: Trait,
    value: string | number,
    place: Place | undefined,
    more: Pick<SeenTrait, 'about' | 'listed'> = {},
  ) => {
    if (place && !traits.some((other) => other.trait === trait && other.about === more.about))
      traits.push({ trait, value: String(value), place, ...more })
  }
  for (const { of, version, place, device } of factsOf(host, 'version'))
    add(VERSIONS[of], version, place, device === undefined ? {} : { about: device })
  const ports = portsOf(host)
  for (const [model, ofModel] of groupBy(ports, (port) => port.model)) {
    const versions = new Set(ofModel.flatMap(({ firmware }) => firmware ?? []))
    if (model !== undefined && versions.size === 1)
      add('firmware', [...versions][0] ?? '', ofModel[0]?.place, { about: model })
  }
  const active = ports.filter(({ state }) => state === 'active')
  if (host.sources.has('ibstat'))
    add('active-ports', active.length, active[0]?.place ?? ports[0]?.place, {
      listed: ports.filter(({ state }) => state !== undefined).length,
    })
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
  const { count, place: countPlace, more } = gpusOf(host)
  add('gpus', count, countPlace, more)
  const gpus = factsOf(host, 'gpu')
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

/** As nvidia-smi -q states it, else as the longest of the listings has them. */
function gpusOf(host: HostView): {
  readonly count: number
  readonly place: Place | undefined
  readonly more: Pick<SeenTrait, 'listed'>
} {
  const [stated] = factsOf(host, 'gpu-count')
  if (stated) return { count: stated.count, place: stated.place, more: {} }
  const lists = [
    factsOf(host, 'gpu').map(({ index, busId = `${index}`, place }) => ({ name: busId, place })),
    factsOf(host, 'pcie-device').flatMap(({ kind, address, place }) =>
      kind === 'gpu' ? [{ name: address, place }] : [],
    ),
    factsOf(host, 'nvlink').map(({ gpu, place }) => ({ name: `${gpu}`, place })),
  ].map((list) => ({ count: new Set(list.map(({ name }) => name)).size, place: list[0]?.place }))
  const { count, place } = lists.reduce((most, list) => (list.count > most.count ? list : most))
  return { count, place, more: { listed: count } }
}

const byText = (a: string, b: string): number => (a < b ? -1 : 1)
