/**
 * The NICs of a host of the run: how many, at what rate, of what kind, beside which GPUs. NICs that connections use count
 * before those that NCCL lists, these before ports that tools list (storage has ports too), these before the columns of
 * `topo -m`. A port that has trained down was built as its model's best.
 */
import { groupBy } from '../../base/group-by.ts'
import type { PortFact } from '../../evidence/nic-facts.ts'
import type { Place } from '../../evidence/place.ts'
import type { TopoDevice, TopoMatrix } from '../../evidence/topo-matrix.ts'
import type { NicSeat } from '../../machine/layout/nics.ts'
import type { FabricKind } from '../../machine/machine.ts'
import type { KnownNetwork } from '../../machine/plausible/value.ts'
import { hostOf } from '../communicators.ts'
import { evidenceOf, type Facts } from '../facts.ts'
import { factsOf, hosts } from '../hosts.ts'
import { areAlike } from '../jobs.ts'
import { nearestNics } from '../nearest-nics.ts'
import { listedNics, usedNics } from '../nics-of-hosts.ts'
import { settings } from '../settings.ts'
import { type FactOfRun, open, read } from './fact-of-run.ts'

type IsOfRun = (host: string | undefined) => boolean

export function networkOfRun(
  facts: Facts,
  names: readonly string[],
  matrix: TopoMatrix | undefined,
): FactOfRun<KnownNetwork> {
  const isOfRun: IsOfRun = (host) => names.length === 0 || names.some((name) => areAlike(facts, name, host))
  const parts = [
    providerInLog(facts, isOfRun),
    kindInLog(facts, isOfRun),
    interfacesInLog(facts, isOfRun),
    inLog(facts, isOfRun),
    inPorts(facts, isOfRun),
    inFile(facts),
    inMatrix(facts, matrix),
  ]
  const known = parts.filter((part) => part !== undefined)
  if (known.length === 0) return open('network')
  // The first that says a thing is believed.
  const value: KnownNetwork = Object.assign({}, ...known.toReversed().map((part) => part.value))
  return read(
    'network',
    value,
    known.flatMap(({ place }) => place ?? []),
  )
}

/** Libfabric's provider says what carries the data, and how many NICs it found. Slingshot 11 has ports of 200 Gb/s. */
function providerInLog(facts: Facts, isOfRun: IsOfRun): Part | undefined {
  const stated = evidenceOf(facts, 'nccl-log').flatMap((log) =>
    log.providers.filter(({ by }) => by.some((speaker) => isOfRun(hostOf(log, speaker)))),
  )
  const names = new Set(stated.map(({ value }) => value.name))
  const [first] = stated
  const kind = names.size === 1 && first ? KIND_OF_PROVIDER[first.value.name] : undefined
  if (!first || !kind) return undefined
  const counts = stated.flatMap(({ value }) => value.nics ?? [])
  return {
    value: {
      kind,
      ...(counts.length > 0 ? { count: Math.max(...counts) } : {}),
      ...(kind === 'slingshot' ? { bitsPerSecond: 200e9 } : {}),
    },
    place: first.place,
  }
}

const KIND_OF_PROVIDER: Readonly<Record<string, FabricKind | undefined>> = {
  efa: 'efa',
  cxi: 'slingshot',
  tcp: 'tcp',
  verbs: 'ib',
}

interface Part {
  readonly value: KnownNetwork
  readonly place: Place | undefined
}

/** "Using network IB", "Socket", "AWS Libfabric": of several that hosts of the run say, no word is taken. */
function kindInLog(facts: Facts, isOfRun: IsOfRun): Part | undefined {
  const stated = evidenceOf(facts, 'nccl-log').flatMap((log) =>
    log.networks.filter(({ by }) => by.some((speaker) => isOfRun(hostOf(log, speaker)))),
  )
  const kinds = new Set(stated.map(({ value }) => kindNamed(value)))
  const [kind] = kinds
  return kind && kinds.size === 1 ? { value: { kind }, place: stated[0]?.place } : undefined
}

/** "IB" is verbs: InfiniBand or RoCE, as the ports say; "AWS Libfabric" is EFA or Slingshot, as the provider says. */
const kindNamed = (network: string): FabricKind | undefined => (network === 'Socket' ? 'tcp' : undefined)

/** "NET/Socket : Using [0]eth0 [1]eth1": over TCP these carry the data, however many NICs a host has. */
function interfacesInLog(facts: Facts, isOfRun: IsOfRun): Part | undefined {
  if (kindInLog(facts, isOfRun)?.value.kind !== 'tcp') return undefined
  const lists = evidenceOf(facts, 'nccl-log').flatMap((log) =>
    log.interfaces.filter(({ by }) => by.some((speaker) => isOfRun(hostOf(log, speaker)))),
  )
  const [longest] = lists.toSorted((a, b) => b.value.length - a.value.length)
  return longest && longest.value.length > 0
    ? { value: { count: longest.value.length }, place: longest.place }
    : undefined
}

function inLog(facts: Facts, isOfRun: IsOfRun): Part | undefined {
  const [list] = [...listedNics(facts)]
    .filter(({ host }) => isOfRun(host))
    .sort((a, b) => b.nics.length - a.nics.length)
  if (!list) return undefined
  const used = usedNics(facts).filter(({ host, lacking }) => isOfRun(host) && lacking === 0)
  const most = Math.max(0, ...used.map((host) => host.used.length))
  const links = new Set(list.nics.map(({ link }) => link))
  const [link] = links
  const kind = links.size === 1 && link ? (link === 'RoCE' ? ('roce' as const) : ('ib' as const)) : undefined
  const ports = portsNamed(
    facts,
    isOfRun,
    list.nics.map(({ name }) => name),
  )
  const rate = bestRate(ports)
  return {
    value: {
      count: most > 0 ? most : list.nics.length,
      ...(kind ? { kind } : {}),
      ...(rate === undefined ? {} : { bitsPerSecond: rate }),
    },
    place: list.place,
  }
}

const portsOfRun = (
  facts: Facts,
  isOfRun: IsOfRun,
): readonly { readonly host: string | undefined; readonly port: PortFact }[] =>
  hosts(facts)
    .filter(({ name }) => isOfRun(name))
    .flatMap((host) => factsOf(host, 'port').map((port) => ({ host: host.name, port })))

const portsNamed = (facts: Facts, isOfRun: IsOfRun, names: readonly string[]): readonly PortFact[] =>
  portsOfRun(facts, isOfRun)
    .map(({ port }) => port)
    .filter(({ device }) => names.some((name) => name.split('+').includes(device)))

/** bits/s: as the model was built, so the best that one of its ports runs at. */
function bestRate(ports: readonly PortFact[]): number | undefined {
  const rates = ports.flatMap(({ rate }) => rate ?? [])
  return rates.length === 0 ? undefined : Math.max(...rates) * 8
}

/** The devices that NCCL_IB_HCA names: "mlx5_0,mlx5_1:1" by their beginning, "=mlx5_0" exactly, "^mlx5_2" all but these. */
function namedByHca(facts: Facts): (device: string) => boolean {
  const [only, ...others] = new Set(
    settings(facts).flatMap(({ name, value }) => (name === 'NCCL_IB_HCA' && value !== '' ? [value] : [])),
  )
  const [, not, exactly, list = ''] = /^(\^?)(=*)(.*)$/.exec(only ?? '') ?? []
  const names = list.split(',').map((one) => one.replace(/:\d+$/, ''))
  if (only === undefined || others.length > 0) return () => true
  return (device) =>
    names.some((one) => (exactly ? device === one : device.startsWith(one))) !== (not === '^')
}

/** The ports of one model and layer that together carry most: the others serve storage and management. */
function inPorts(facts: Facts, isOfRun: IsOfRun): Part | undefined {
  const isNamed = namedByHca(facts)
  const ports = portsOfRun(facts, isOfRun).filter(({ port }) => isNamed(port.device))
  const byHost = [...groupBy(ports, ({ host }) => host).values()]
  const [fullest] = byHost
    .map((list) => largestGroup(list.map(({ port }) => port)))
    .filter((group) => group !== undefined)
    .sort((a, b) => b.length - a.length)
  const rate = fullest && bestRate(fullest)
  const [first] = fullest ?? []
  if (!fullest || !first || rate === undefined) return undefined
  return {
    value: {
      count: fullest.length,
      bitsPerSecond: rate,
      ...(first.linkLayer
        ? { kind: first.linkLayer === 'infiniband' ? ('ib' as const) : ('roce' as const) }
        : {}),
    },
    place: first.place,
  }
}

function largestGroup(ports: readonly PortFact[]): readonly PortFact[] | undefined {
  const distinct = [...new Map(ports.map((port) => [`${port.device} ${port.port}`, port])).values()]
  const total = (group: readonly PortFact[]) => group.length * (bestRate(group) ?? 0)
  return [...groupBy(distinct, ({ model, linkLayer }) => `${model} ${linkLayer}`).values()].sort(
    (a, b) => total(b) - total(a),
  )[0]
}

/** NCCL's topology file names rates; it is of one host. */
function inFile(facts: Facts): Part | undefined {
  const file = evidenceOf(facts, 'topology-xml').find(({ nics }) => nics.some(({ rate }) => (rate ?? 0) > 0))
  const rated = file?.nics.filter(({ rate }) => (rate ?? 0) > 0) ?? []
  const best = Math.max(0, ...rated.map(({ rate }) => rate ?? 0))
  if (!file || best === 0) return undefined
  const fast = rated.filter(({ rate }) => (rate ?? 0) >= best / 2)
  const port = file.machine.links.find(({ from }) => from.startsWith('NET'))?.kind
  const kind = port?.startsWith('ib') ? ('ib' as const) : port === 'roce' || port === 'efa' ? port : undefined
  return {
    value: { count: fast.length, bitsPerSecond: best * 8, ...(kind ? { kind } : {}) },
    place: fast[0]?.place,
  }
}

const UNDER_ONE_SWITCH = ['PIX', 'PXB']
const SEATS: readonly NicSeat['path'][] = ['PIX', 'PXB', 'PHB', 'NODE', 'SYS']

function inMatrix(facts: Facts, matrix: TopoMatrix | undefined): Part | undefined {
  const seats = matrix ? seatsIn(facts, matrix) : []
  return matrix && seats.length > 0
    ? { value: { count: seats.length, seats }, place: matrix.place }
    : undefined
}

/** NICs beside a GPU where there are any (others serve storage and management), else all; none from a cut excerpt. */
export function seatsIn(facts: Facts, matrix: TopoMatrix): readonly NicSeat[] {
  const gpus = matrix.devices.filter(({ kind }) => kind === 'gpu')
  const nearest = nearestNics(facts).find((one) => one.matrix === matrix)?.gpus ?? []
  if (nearest.length < gpus.length) return []
  const taken = new Map<number, number>()
  const seats = matrix.devices.flatMap((nic) => {
    const seat = nic.kind === 'nic' ? nearestGpu(matrix, gpus, nic, taken) : undefined
    if (seat) taken.set(seat.gpu, (taken.get(seat.gpu) ?? 0) + 1)
    return seat ? [seat] : []
  })
  const beside = nearest.some(({ throughCpu }) => !throughCpu)
  return beside ? seats.filter(({ path }) => UNDER_ONE_SWITCH.includes(path)) : seats
}

function nearestGpu(
  matrix: TopoMatrix,
  gpus: readonly TopoDevice[],
  nic: TopoDevice,
  taken: ReadonlyMap<number, number>,
): NicSeat | undefined {
  return gpus
    .flatMap(({ name }, gpu) => {
      const cell = (matrix.cells.get(name)?.get(nic.name) ?? matrix.cells.get(nic.name)?.get(name))?.path
      const path = SEATS.find((seat) => seat === (cell === 'SOC' ? 'SYS' : cell))
      return path === undefined ? [] : [{ gpu, path }]
    })
    .sort(
      (a, b) =>
        SEATS.indexOf(a.path) - SEATS.indexOf(b.path) || (taken.get(a.gpu) ?? 0) - (taken.get(b.gpu) ?? 0),
    )[0]
}
