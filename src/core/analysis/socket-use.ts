/**
 * Hosts whose NCCL sends over TCP sockets ("Using network Socket"), and what in the files says that something faster was
 * meant to be there: an RDMA device, a plugin, an interface of InfiniBand, a setting, other hosts of the job that use it.
 */
import type { Logged, LogInterface, LogRdmaProblem, NcclLog } from '../evidence/nccl-log.ts'
import type { Place } from '../evidence/place.ts'
import { hostOf } from './communicators.ts'
import { computed, evidenceOf, type Facts } from './facts.ts'
import { factsOf, hosts } from './hosts.ts'
import { areAlike } from './jobs.ts'
import { settings } from './settings.ts'

export interface SocketUse {
  readonly log: NcclLog
  /** Undefined where the lines have no prefix. */
  readonly hosts: readonly string[]
  readonly place: Place
  readonly interfaces: readonly LogInterface[]
  readonly interfacesPlace?: Place
  readonly problems: readonly Logged<LogRdmaProblem>[]
}

/** One for each log that says so. */
export const socketUse = computed((facts): readonly SocketUse[] =>
  evidenceOf(facts, 'nccl-log').flatMap((log) => {
    const using = log.networks.find(({ value }) => value === 'Socket')
    // An excerpt may hold the list of interfaces only; with a NIC in use NCCL does not print it.
    const listed = log.networks.length === 0 && log.nics.length === 0 ? log.interfaces[0] : undefined
    const stated = using ?? listed ?? (log.networks.length === 0 ? ofConnections(log) : undefined)
    if (!stated) return []
    const speakers = new Set(stated.by.map((speaker) => hostOf(log, speaker)))
    const list =
      log.interfaces.find(({ by }) => by.some((speaker) => stated.by.includes(speaker))) ?? log.interfaces[0]
    return [
      {
        log,
        hosts: [...speakers].filter((host) => host !== undefined),
        place: stated.place,
        interfaces: list?.value ?? [],
        ...(list ? { interfacesPlace: list.place } : {}),
        problems: log.rdmaProblems,
      },
    ]
  }),
)

/** An excerpt may hold nothing but connections that go over sockets. */
function ofConnections({ edges }: NcclLog): Pick<Logged<unknown>, 'by' | 'place'> | undefined {
  const overNetwork = edges.filter(({ transport }) => transport.kind === 'net')
  const place = overNetwork[0]?.examples[0]?.place
  return place && overNetwork.every(({ transport }) => transport.network === 'Socket')
    ? { by: overNetwork.map(({ speaker }) => speaker), place }
    : undefined
}

export interface FasterNetwork {
  readonly sign: 'device' | 'interface' | 'plugin' | 'setting' | 'port' | 'other-host'
  readonly name: string
  readonly place: Place
}

/** Names of interfaces of InfiniBand and Slingshot (systemd's predictable names, HPE's hsn0). */
const FAST_INTERFACE = /^(?:ib\w*\d|hsn\d)/
const RDMA_PLUGIN = /IBext|RDMA|UCX|SHARP/i

/** What says that these hosts have a faster network than sockets. */
export function fasterNetwork(
  facts: Facts,
  { log, hosts: using, interfaces, interfacesPlace }: SocketUse,
): readonly FasterNetwork[] {
  const found: FasterNetwork[] = []
  for (const { value, place } of log.rdmaProblems)
    if (value.problem === 'open-failed' && value.device !== undefined)
      found.push({ sign: 'device', name: value.device, place })
  for (const { name } of interfaces)
    if (FAST_INTERFACE.test(name) && interfacesPlace)
      found.push({ sign: 'interface', name, place: interfacesPlace })
  for (const { value, place } of log.plugins)
    if (value.state !== 'missing' && (RDMA_PLUGIN.test(value.name) || value.name === 'NET/OFI'))
      found.push({ sign: 'plugin', name: value.name, place })
  for (const { name, value, place } of settings(facts))
    if (name === 'NCCL_IB_HCA' && value !== '')
      found.push({ sign: 'setting', name: `${name}=${value}`, place })
  for (const port of hosts(facts).flatMap((host) => factsOf(host, 'port')))
    if (port.state === 'active') found.push({ sign: 'port', name: port.device, place: port.place })
  for (const other of evidenceOf(facts, 'nccl-log'))
    for (const { value, by, place } of other.networks) {
      const host = hostOf(other, by[0] ?? 0)
      // A word that only one line of such a host has is torn: other ranks of it say Socket.
      const isTorn = value !== 'IB' && host !== undefined && using.includes(host)
      // Hosts of other jobs say nothing of these.
      if (value !== 'Socket' && !isTorn && (other === log || using.some((one) => areAlike(facts, one, host))))
        found.push({ sign: 'other-host', name: host ?? value, place })
    }
  return found
}
