/**
 * The machines that a run may have had: for each fact that is open and matters the plausible values, usual first. A base is one
 * combination of what decides the device graph (GPUs a host, NVLink domain, bridges, host); networks and NVLS change no
 * graph and go with every base. Facts that cannot matter are left out: the network on one node, the host where NVLink joins the ranks.
 */
import { buildMachine } from '../build.ts'
import type { MachineDraft } from '../draft.ts'
import { withPcie } from '../edits.ts'
import type { GpuModel } from '../gpus.ts'
import type { NicsDraft } from '../layout/nics.ts'
import type { Fabric, FabricKind, Machine } from '../machine.ts'
import { type HostBuild, hostsOf } from './hosts.ts'
import { type NetworkBuild, networksOf } from './networks.ts'
import type { KnownMachine, KnownNetwork, PlausibleNetwork, Value } from './value.ts'

/** One device graph without NICs, of `nodes` nodes as NCCL counts them, and what was taken for it. */
export interface PlausibleBase {
  readonly values: readonly Value[]
  readonly draft: MachineDraft
  readonly slot?: { readonly pcie: GpuModel['pcie']; readonly lanes: number }
  readonly nodes: number
  readonly ranksPerNode: number
}

export interface Plausible {
  readonly bases: readonly PlausibleBase[]
  /** Empty where the network does not matter to any base; else one for each that the host may have. */
  readonly networks: readonly PlausibleNetwork[]
  /** Two where the library and the table are too old or too short to say whether NVLink SHARP is used. */
  readonly nvls: readonly (Value | undefined)[]
}

/** More than this is a mistake in the tables. */
const MOST_COMBINATIONS = 256

export function plausible(known: KnownMachine): Plausible {
  const bases = gpuCounts(known).flatMap((count) =>
    domains(known, count.gpus).flatMap((domain) =>
      nvlinks(known, count.gpus).flatMap((links) =>
        hostValues(known, count.gpus, links.joined).map((host): PlausibleBase => {
          const values = [count.value, domain.value, links.value, host.value].filter(
            (value) => value !== undefined,
          )
          const { gpu, joining, nvlinksPerGpu, nvlinkPairs } = known
          const { cpu, cpuLink, sockets, gpusPerSwitch, slot } = host.build
          return {
            values,
            nodes: domain.nodes,
            ranksPerNode: known.ranksAHost * domain.hosts,
            ...(slot ? { slot } : {}),
            draft: {
              gpu,
              gpus: count.gpus * domain.hosts,
              ...(domain.hosts > 1
                ? { joining: 'nvswitch' as const }
                : joining
                  ? { joining }
                  : count.joining),
              ...(nvlinksPerGpu === undefined ? links.draft : { nvlinksPerGpu }),
              ...(nvlinkPairs ? { nvlinkPairs } : {}),
              ...(cpu ? { cpu } : {}),
              ...(cpuLink ? { cpuLink } : {}),
              ...(sockets === undefined ? {} : { sockets: sockets * domain.hosts }),
              ...(gpusPerSwitch === undefined ? {} : { gpusPerSwitch }),
            },
          }
        }),
      ),
    ),
  )
  const networks = bases.some(({ nodes }) => nodes > 1) ? networkValues(known) : []
  const nvls = nvlsValues(known)
  const count = bases.length * Math.max(1, networks.length) * nvls.length
  if (count > MOST_COMBINATIONS) throw new Error(`${count} plausible machines of ${known.gpu.id}`)
  return { bases, networks, nvls }
}

/** The device graph of a base, with the NICs that placement and paths are read from. */
export function machineOfBase(
  { draft, slot, nodes }: PlausibleBase,
  network?: Pick<PlausibleNetwork, 'nics' | 'fabric'>,
): Machine {
  const built = buildMachine({
    ...draft,
    nodes,
    ...(network ? { nics: network.nics, fabric: network.fabric } : {}),
  })
  return slot ? withPcie(built, slot.pcie, slot.lanes) : built
}

const isCard = ({ form }: GpuModel): boolean => form === 'pcie' || form === 'geforce'

interface Count {
  readonly gpus: number
  readonly joining?: { readonly joining: 'nvswitch' | 'mesh' }
  readonly value?: Value
}

/** Boards of SXM have four, eight or sixteen GPUs; four of a board of four are meshed, four of eight hang on its switch. */
function gpuCounts({
  gpu,
  gpusAHost: { least, exact },
  joining,
  nvlinkPairs,
}: KnownMachine): readonly Count[] {
  if (gpu.form === 'superchip' || isCard(gpu)) return [{ gpus: least }]
  const sizes = gpu.form === 'sxm' && gpu.id === 'V100-SXM3' ? [16] : gpu.form === 'oam' ? [8] : [8, 4]
  const value = (gpus: number, order: number): Value => ({
    fact: 'gpu-count',
    id: `${gpus} x ${gpu.title}`,
    order,
    source: gpus === 4 ? 'boards of four SXM GPUs, meshed' : 'boards of eight GPUs (DGX, HGX, OAM)',
  })
  if (exact || joining || nvlinkPairs) return [{ gpus: least }]
  const fitting = sizes.filter((gpus) => gpus >= least)
  if (fitting.length === 0) return [{ gpus: least }]
  return fitting.map((gpus, at) => ({
    gpus,
    ...(fitting.length > 1 ? { value: value(gpus, at) } : {}),
  }))
}

interface Domain {
  /** Hosts that are one node to NCCL. */
  readonly hosts: number
  readonly nodes: number
  readonly value?: Value
}

/** NVL72 and its kin join up to eighteen hosts of four GPUs. */
const LARGEST_DOMAIN = 72

function domains({ gpu, hosts, domain }: KnownMachine, gpus: number): readonly Domain[] {
  const apart: Domain = { hosts: 1, nodes: hosts }
  if (domain !== undefined && domain > 1) return [{ hosts: domain, nodes: Math.ceil(hosts / domain) }]
  if (domain !== undefined || hosts < 2 || !gpu.id.startsWith('GB')) return [apart]
  const most = Math.max(1, Math.floor(LARGEST_DOMAIN / gpus))
  const joined = Math.min(hosts, most)
  const value = (id: string, order: number, source: string): Value => ({
    fact: 'nvlink-domain',
    id,
    order,
    source,
  })
  return [
    {
      hosts: joined,
      nodes: Math.ceil(hosts / joined),
      value: value('one NVLink domain', 0, 'GB200 NVL72, GB300 NVL72'),
    },
    { ...apart, value: value('hosts apart', 1, 'GB200 NVL4; a partition of one host') },
  ]
}

interface Links {
  /** NVLink joins all GPUs of a host: neither slot nor CPU carries the ring. */
  readonly joined: boolean
  readonly draft: Pick<MachineDraft, 'joining' | 'nvlinksPerGpu'>
  readonly value?: Value
}

/** Bridges join two cards; four of an H200-NVL. */
function nvlinks(known: KnownMachine, gpus: number): readonly Links[] {
  const { gpu, joining, nvlinksPerGpu, nvlinkPairs, ranksAHost } = known
  if (!isCard(gpu) || !gpu.links) return [{ joined: !isCard(gpu), draft: {} }]
  if (joining === 'pcie' || nvlinksPerGpu === 0) return [{ joined: false, draft: { joining: 'pcie' } }]
  const most = gpu.id === 'H200-NVL' ? 4 : 2
  if (joining || nvlinksPerGpu !== undefined || nvlinkPairs) return [{ joined: gpus <= most, draft: {} }]
  if (ranksAHost > most || ranksAHost < 2) return [{ joined: false, draft: { joining: 'pcie' } }]
  const value = (id: string, order: number): Value => ({
    fact: 'nvlinks',
    id,
    order,
    source: `${gpu.title}: sold with and without NVLink bridges`,
  })
  return [
    { joined: true, draft: { joining: most === 4 ? 'mesh' : 'bridges' }, value: value('bridged', 0) },
    { joined: false, draft: { joining: 'pcie' }, value: value('not bridged', 1) },
  ]
}

function hostValues(
  { gpu, host, ranksAHost }: KnownMachine,
  gpus: number,
  joined: boolean,
): readonly { readonly build: Partial<HostBuild>; readonly value?: Value }[] {
  const known = host ?? {}
  if (joined || ranksAHost < 2) return [{ build: known }]
  const fits = hostsOf(gpu.pcie, gpus).filter((build) =>
    (['cpu', 'cpuLink', 'sockets'] as const).every(
      (part) => known[part] === undefined || build[part] === undefined || known[part] === build[part],
    ),
  )
  // Cards under a switch have whole slots.
  const switched = (known.gpusPerSwitch ?? 0) > 1
  const whole = known.slot !== undefined || switched ? fits.filter(({ slot }) => !slot) : fits
  const builds = whole.length > 0 ? whole : [{ id: 'as read', source: 'the files' }]
  return builds.map((build, at) => {
    const { id, source, ...parts } = build
    return {
      build: { ...parts, ...known },
      ...(builds.length > 1 ? { value: { fact: 'host' as const, id, order: at, source } } : {}),
    }
  })
}

/** What of the network is read is kept; the rest goes through the builds of the GPU that agree with it. */
function networkValues(known: KnownMachine): readonly PlausibleNetwork[] {
  const { gpu, gpusAHost, network = {} } = known
  const { of, builds } = networksOf(gpu)
  const gpus = gpusAHost.least
  const counts = (build: NetworkBuild): number =>
    of === 'gpu'
      ? Math.max(1, Math.round(build.count * gpus))
      : of === 'eight-gpus' && gpus === 4 && gpusAHost.exact
        ? Math.max(1, build.count / 2)
        : build.count
  const agree = builds.filter(
    (build) =>
      (network.count === undefined || counts(build) === network.count) &&
      (network.bitsPerSecond === undefined || build.gigabits * 1e9 === network.bitsPerSecond) &&
      (network.kind === undefined || build.kind === network.kind),
  )
  const { count: readCount, bitsPerSecond } = network
  const settled = readCount !== undefined && bitsPerSecond !== undefined
  const taken: readonly NetworkBuild[] = settled
    ? kindsOf(network, bitsPerSecond / 1e9).map((kind) => ({
        count: readCount,
        gigabits: bitsPerSecond / 1e9,
        kind,
        source: 'the files',
      }))
    : agree.length > 0
      ? agree
      : builds.map((build) => ({
          ...build,
          ...(network.bitsPerSecond === undefined ? {} : { gigabits: network.bitsPerSecond / 1e9 }),
          ...(network.kind === undefined ? {} : { kind: network.kind }),
        }))
  const distinct = new Map<string, PlausibleNetwork>()
  for (const build of taken) {
    const one = networkOf(
      known,
      build,
      settled ? build.count : (network.count ?? counts(build)),
      distinct.size,
    )
    for (const placed of placements(known, one))
      if (!distinct.has(placed.value.id)) distinct.set(placed.value.id, placed)
  }
  return [...distinct.values()]
}

/** What carries ports of such a rate; RoCE gives what InfiniBand gives. */
function _kindsOf({ kind }: KnownNetwork, gigabits: number): readonly FabricKind[] {
  if (kind) return [kind]
  const others: readonly FabricKind[] =
    gigabits === 200 ? ['slingshot', 'efa', 'tcp'] : gigabits === 100 ? ['efa', 'tcp'] : ['tcp']
  return ['ib', ...others]
}

/** What carries ports of such a rate; RoCE gives what InfiniBand gives. */
function kindsOf({ kind }: KnownNetwork, gigabits: number): readonly FabricKind[] {
  if (kind) return [kind]
  if (gigabits === 200) return ['ib', 'slingshot', 'efa', 'tcp']
  return gigabits === 100 ? ['ib', 'efa', 'tcp'] : ['ib', 'tcp']
}

function networkOf(
  { network = {} }: KnownMachine,
  { gigabits, kind, source }: NetworkBuild,
  count: number,
  order: number,
): PlausibleNetwork {
  const fabric: Fabric = { kind, oversubscription: network.oversubscription ?? 1 }
  const nics: NicsDraft = {
    count,
    bitsPerSecond: gigabits * 1e9,
    ...(network.seats ? { placement: network.seats } : {}),
  }
  return {
    value: { fact: 'network', id: `${count}x${gigabits}G${kind === 'ib' ? '' : ` ${kind}`}`, order, source },
    nics,
    fabric,
  }
}

/** NICs of cards hang under the switch of a GPU or on the CPU; where a NIC comes with every GPU or two it stands beside it. */
function placements(
  { gpu, network = {}, gpusAHost }: KnownMachine,
  one: PlausibleNetwork,
): readonly PlausibleNetwork[] {
  if (network.seats || one.nics.count * 2 >= gpusAHost.least || gpu.form === 'superchip') return [one]
  return [
    one,
    {
      ...one,
      value: { ...one.value, id: `${one.value.id} on the CPUs`, order: one.value.order + 0.5 },
      nics: { ...one.nics, placement: 'cpu' },
    },
  ]
}

/** NVLink SHARP is chosen by itself since NCCL 2.18 (its release notes). */
export function predatesNvls(library: string | undefined): boolean {
  const [major = 2, minor = 18] = (library ?? '').split('.').filter(Boolean).map(Number)
  return major < 2 || (major === 2 && minor < 18)
}

function nvlsValues({ gpu, library, mayPredateNvls }: KnownMachine): readonly (Value | undefined)[] {
  if (!gpu.nvls) return [undefined]
  const without: Value = { fact: 'nvls', id: 'NCCL before 2.18', order: 1, source: 'NCCL 2.18 release notes' }
  if (library === undefined) return mayPredateNvls ? [undefined, without] : [undefined]
  return [predatesNvls(library) ? without : undefined]
}
