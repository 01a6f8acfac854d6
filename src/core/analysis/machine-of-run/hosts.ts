/** On how many hosts the ranks ran, and how many on each: by the list of devices, the log, or what starts the job. */
import { groupBy } from '../../base/group-by.ts'
import type { Benchmark, BenchmarkDevice } from '../../evidence/benchmark.ts'
import type { Place } from '../../evidence/place.ts'
import { gpuFromDeviceName } from '../../machine/gpus.ts'
import { communicators } from '../communicators.ts'
import type { Curve } from '../curves.ts'
import { evidenceOf, type Facts } from '../facts.ts'
import { factsOf, hosts as inventories } from '../hosts.ts'
import { sharedGpus } from '../shared-gpus.ts'
import { counted, type FactOfRun, open, read } from './fact-of-run.ts'

export interface HostsOfRun {
  readonly hosts: number
  readonly ranksAHost: number
}

/** Of the machine that is given, where one is. */
export interface GivenHosts {
  readonly gpus: number
  readonly hosts: number
}

export function hostsOfRun(facts: Facts, curve: Curve, given: GivenHosts | undefined): FactOfRun<HostsOfRun> {
  const ranks = curve.ranks ?? ofOneProcess(curve)
  const devices = curve.benchmarks.flatMap((benchmark) => benchmark.devices)
  const { nodes } = facts.options
  // What the file lists counts before --nodes; that they disagree is a note.
  const listed = inList(devices, ranks)
  if (listed) return read('hosts', listed, placesOf(devices))
  if (nodes !== undefined && ranks !== undefined)
    return {
      fact: 'hosts',
      how: 'given',
      value: { hosts: nodes, ranksAHost: Math.ceil(ranks / nodes) },
      places: [],
    }
  const shared = sharedGpus(facts).some(({ benchmark }) => curve.benchmarks.includes(benchmark))
  if (shared) return counted('hosts', ofSeats(devices), placesOf(devices))
  const logged = inLog(facts, ranks)
  if (logged) return read('hosts', logged.value, [logged.place])
  if (devices.length > 0 && ranks !== undefined)
    return counted('hosts', fromIndices(devices, ranks), placesOf(devices))
  // How many ran is open; that all GPUs did, no verdict rests on.
  if (ranks === undefined)
    return given === undefined
      ? open('hosts')
      : {
          fact: 'hosts',
          how: 'open',
          value: { hosts: nodes ?? given.hosts, ranksAHost: given.gpus },
          places: [],
        }
  if (given) return counted('hosts', spread(ranks, given), [])
  return inInventory(facts, ranks) ?? open('hosts')
}

/** A table that names no host, beside what one host's tools list: it ran there, and on as many like it as the ranks need. */
function inInventory(facts: Facts, ranks: number): FactOfRun<HostsOfRun> | undefined {
  const lists = [
    ...inventories(facts).flatMap((host) => {
      const gpus = [...factsOf(host, 'gpu'), ...factsOf(host, 'gpu-name')]
      const [stated] = factsOf(host, 'gpu-count')
      const count = stated?.count ?? new Set(gpus.map(({ index }) => index)).size
      const place = stated?.place ?? gpus[0]?.place
      return place && count > 0 ? [{ count, place }] : []
    }),
    ...evidenceOf(facts, 'topo-matrix').map(({ devices, place }) => ({
      count: devices.filter(({ kind }) => kind === 'gpu').length,
      place,
    })),
  ]
  const [first] = lists
  if (!first || lists.some(({ count }) => count !== first.count)) return undefined
  if (ranks > first.count && ranks % first.count !== 0) return undefined
  const hosts = Math.max(1, ranks / first.count)
  return counted('hosts', { hosts, ranksAHost: ranks / hosts }, [first.place])
}

/** "nThread 1 nGpus 4" of a run whose listed devices are all of one process: a list that was cut names fewer. */
function ofOneProcess({ benchmarks }: Curve): number | undefined {
  const [first] = benchmarks
  const processes = new Set(
    first?.devices.map(({ host, pid }) => (pid === undefined ? undefined : `${host} ${pid}`)),
  )
  const { threads = 1, gpusPerThread = 1 } = first?.parameters ?? {}
  return processes.size === 1 && !processes.has(undefined) && threads * gpusPerThread > 1
    ? threads * gpusPerThread
    : undefined
}

const placesOf = (devices: readonly BenchmarkDevice[]): readonly Place[] =>
  devices.slice(0, 1).map(({ place }) => place)

const spread = (ranks: number, { gpus, hosts: given }: GivenHosts): HostsOfRun => {
  const hosts = Math.max(Math.min(given, ranks), Math.ceil(ranks / gpus))
  return { hosts, ranksAHost: Math.ceil(ranks / hosts) }
}

/** The hosts of a list that names every rank; undefined where it does not. */
export const hostsListed = ({ devices, ranks }: Pick<Benchmark, 'devices' | 'ranks'>): number | undefined =>
  inList(devices, ranks)?.hosts

/** A list that names every rank. A device that stands in it twice means that one name is several hosts. */
function inList(devices: readonly BenchmarkDevice[], ranks: number | undefined): HostsOfRun | undefined {
  const seats = new Set(devices.map(({ host, device, busId }) => `${host} ${busId ?? device}`))
  if (devices.length === 0 || devices.length !== ranks || seats.size !== devices.length) return undefined
  const byHost = [...groupBy(devices, ({ host }) => host).values()]
  return byHost.some(([first]) => first?.host === '')
    ? undefined
    : { hosts: byHost.length, ranksAHost: Math.max(...byHost.map((list) => list.length)) }
}

/** Ranks that share GPUs: each name is a host, and each GPU one. */
function ofSeats(devices: readonly BenchmarkDevice[]): HostsOfRun {
  const byHost = [...groupBy(devices, ({ host }) => host).values()]
  const gpus = byHost.map((list) => new Set(list.map(({ busId, device }) => busId ?? device)).size)
  return { hosts: byHost.length, ranksAHost: Math.max(...gpus) }
}

/** "nNodes 4 localRanks 8" of a communicator of as many ranks. */
function inLog(
  facts: Facts,
  ranks: number | undefined,
): { readonly value: HostsOfRun; readonly place: Place } | undefined {
  for (const communicator of communicators(facts))
    for (const { nodes, localRanks, place } of communicator.members.values())
      if (
        nodes !== undefined &&
        localRanks !== undefined &&
        (ranks === undefined || communicator.ranks === ranks)
      )
        return { value: { hosts: nodes, ranksAHost: localRanks }, place }
  return undefined
}

/**
 * Of a list that was cut: the largest index of a device counts a host's, the names of hosts are the fewest there are. Where the list
 * ends within its first host, the index only says how many it has at least: then it is a whole board.
 */
function fromIndices(devices: readonly BenchmarkDevice[], ranks: number): HostsOfRun {
  const indices = devices.map(({ device }) => device)
  const byHost = [...groupBy(devices, ({ host }) => host).values()]
  const seen = Math.max(
    Math.max(...indices) + 1,
    ...byHost.map((list) => new Set(list.map(({ device }) => device)).size),
  )
  const most = byHost.length === 1 && ranks > seen ? boardOf(devices[0]?.name ?? '', seen, ranks) : seen
  const hosts = Math.max(byHost.length, Math.ceil(ranks / most))
  return { hosts, ranksAHost: Math.ceil(ranks / hosts) }
}

/** GPUs of the usual board of a model, of which `seen` were listed; as many as were seen where no board fits the ranks. */
function boardOf(name: string, seen: number, ranks: number): number {
  const form = gpuFromDeviceName(name)?.form
  const boards = form === 'sxm' || form === 'oam' ? [8, 16] : form === 'superchip' ? [4] : [8, 4, 2, 16]
  return boards.find((gpus) => gpus >= seen && ranks % gpus === 0) ?? (ranks <= 8 ? ranks : seen)
}
