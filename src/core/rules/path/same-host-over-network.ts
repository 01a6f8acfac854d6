/**
 * GPUs of one host talk over the network instead of NVLink, PCIe or shared memory: NCCL takes them for different hosts
 * (containers with one GPU each, NCCL_HOSTID, different /proc/sys/kernel/random/boot_id), or shared memory is off. Known
 * where both ends have one host name, or a communicator counts more nodes than hosts; containers' names only suggest it.
 * Source: nccl #797 #324 #945.
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import { communicators } from '../../analysis/communicators.ts'
import type { Facts } from '../../analysis/facts.ts'
import { type EdgeEnd, networkEdges } from '../../analysis/network-edges.ts'
import { nvlinkOn } from '../../analysis/nvlink-seen.ts'
import { NOT_TORN } from '../../analysis/torn-lines.ts'
import { type Found, rule } from '../rule.ts'

type Finding = Found<SameHostOverNetworkValues>

const EXPLAINS: NonNullable<Finding['explains']> = [
  'bandwidth-below-expected',
  'gdr-missing',
  'nvlink-unused',
]

export interface SameHostOverNetworkValues {
  /** Both ends have one host name; a communicator counts more nodes than hosts; containers that may share a host. */
  readonly why: 'same-name' | 'more-nodes' | 'containers'
  readonly hosts: readonly string[]
  readonly connections: number
  readonly network: string
  readonly nodes?: number
  /** Places of the GPUs on the PCIe bus. */
  readonly buses?: readonly string[]
}

export const sameHostOverNetwork = rule({
  id: 'same-host-over-network',
  needs: ['nccl-log'],
  sources: ['nccl #797 #324 #945'],
  check: (facts): readonly Found<SameHostOverNetworkValues>[] => {
    const found = [...byName(facts), ...byCount(facts)]
    return found.length > 0 ? found : byContainers(facts)
  },
})

function byName(facts: Facts): Finding[] {
  const inside = networkEdges(facts).filter(
    ({ host, peerHosts }) => host !== undefined && peerHosts.size === 1 && peerHosts.has(host),
  )
  const [first] = inside
  const lines = inside.reduce((sum, end) => sum + end.lines, 0)
  if (first?.host === undefined || lines < NOT_TORN.value) return []
  // Without NVLink NCCL itself may prefer two NICs to the way through the CPU.
  const linked = nvlinkOn(facts, first.host) !== undefined
  return [
    {
      severity: linked ? 'warning' : 'info',
      confidence: linked ? 'certain' : 'likely',
      concerns: [first.host, ...runsOf(facts, [first.host])],
      values: {
        why: 'same-name',
        hosts: [...new Set(inside.flatMap(({ host }) => (host === undefined ? [] : [host])))],
        connections: lines,
        network: first.transport.network ?? 'NET',
      },
      evidence: inside.map(({ place }) => place).slice(0, 4),
      ...(linked ? { explains: EXPLAINS } : {}),
    },
  ]
}

function byCount(facts: Facts): Finding[] {
  return communicators(facts).flatMap(({ ranks, members, hosts }): Finding[] => {
    const counted = [...members.values()].find(({ nodes }) => nodes !== undefined && nodes > hosts.length)
    if (members.size < ranks || hosts.length === 0 || counted?.nodes === undefined) return []
    return [
      {
        severity: 'warning',
        confidence: 'certain',
        concerns: [...hosts, ...runsOf(facts, hosts)],
        values: { why: 'more-nodes', hosts, nodes: counted.nodes, connections: 0, network: 'NET' },
        evidence: [counted.place],
        explains: EXPLAINS,
      },
    ]
  })
}

/** "trainer-64ff5b88b-kndtr" of a Kubernetes deployment, "trainer-0" of a set; docker's "0f1e2d3c4b5a". */
const CONTAINER = /^(?:(.+-[0-9a-f]{8,10})-[a-z0-9]{5}|[0-9a-f]{12})$/

/** One GPU in each container, no two at the same place of the PCIe bus, the same NIC for all: perhaps one machine. */
function byContainers(facts: Facts): Finding[] {
  const ends = networkEdges(facts)
  const seats = new Map<string, Set<string>>()
  for (const { host, busId } of ends)
    if (host !== undefined && busId !== undefined)
      seats.set(host, (seats.get(host) ?? new Set<string>()).add(busId))
  const hosts = [...seats.keys()]
  const groups = new Set(hosts.map((host) => CONTAINER.exec(host)?.[1] ?? (CONTAINER.test(host) ? '' : host)))
  const buses = [...seats.values()].flatMap((hostBuses) => [...hostBuses])
  const alone = [...seats.values()].every((hostBuses) => hostBuses.size === 1)
  const suspect =
    hosts.length > 1 &&
    groups.size === 1 &&
    hosts.every((host) => CONTAINER.test(host)) &&
    alone &&
    new Set(buses).size === buses.length &&
    new Set(ends.map(({ transport }) => transport.nic)).size === 1 &&
    ends.every(({ transport }) => !transport.gpuDirect)
  if (!suspect) return []
  return [
    {
      severity: 'warning',
      confidence: 'possible',
      concerns: [...hosts, ...runsOf(facts, hosts)],
      values: {
        why: 'containers',
        hosts,
        connections: ends.reduce((sum: number, end: EdgeEnd) => sum + end.lines, 0),
        network: ends[0]?.transport.network ?? 'NET',
        buses,
      },
      evidence: ends.map(({ place }) => place).slice(0, 4),
      explains: EXPLAINS,
    },
  ]
}
