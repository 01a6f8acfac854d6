/**
 * Connections over the network, by the end that reports them: which rank on which host, over which NIC, with GPUDirect
 * RDMA or without. NCCL prints "[send] via NET/IB/1/GDRDMA" at one end and "[receive] via NET/IB/0" at the other.
 */

import { hasNumber, type NumberSet, numbersOf } from '../base/number-set.ts'
import type { NcclLog } from '../evidence/nccl-log.ts'
import type { LogEdgeExample, LogEdges, LogTransport } from '../evidence/nccl-log-ranks.ts'
import type { Place } from '../evidence/place.ts'
import { type Communicator, communicatorOf, hostOf } from './communicators.ts'
import { computed, evidenceOf, type Facts } from './facts.ts'

/** One end of one or more connections alike. */
export interface EdgeEnd {
  readonly log: NcclLog
  readonly communicator: Communicator | undefined
  readonly host: string | undefined
  readonly rank: number
  readonly busId?: string
  readonly direction: 'send' | 'receive'
  readonly transport: LogTransport
  /** The ranks at the other end, and their hosts as far as they are known. */
  readonly peers: NumberSet
  readonly peerHosts: ReadonlySet<string>
  readonly lines: number
  readonly examples: readonly LogEdgeExample[]
  readonly place: Place
}

/** All connections of the logs, of every transport. */
export const edgeEnds = computed((facts): readonly EdgeEnd[] => {
  const of = communicatorOf(facts)
  return evidenceOf(facts, 'nccl-log').flatMap((log) => {
    const communicatorAt = (index: number | undefined) => (index === undefined ? undefined : of(log, index))
    const unnamed = hostsOfRanks(
      log,
      log.edges.filter(({ communicator }) => communicatorAt(communicator) === undefined),
    )
    return log.edges.flatMap((edges): EdgeEnd[] => {
      const [first] = edges.examples
      if (!first) return []
      const communicator = communicatorAt(edges.communicator)
      const hostOfRank = (rank: number) =>
        communicator ? communicator.members.get(rank)?.host : unnamed.get(rank)
      const peerHosts = new Set<string>()
      for (const peer of numbersOf(edges.peers)) {
        const host = hostOfRank(peer)
        if (host !== undefined) peerHosts.add(host)
      }
      return [
        {
          log,
          communicator,
          host: hostOf(log, edges.speaker),
          rank: edges.rank,
          ...(edges.busId === undefined ? {} : { busId: edges.busId }),
          direction: edges.direction,
          transport: edges.transport,
          peers: edges.peers,
          peerHosts,
          lines: edges.lines,
          examples: edges.examples,
          place: first.place,
        },
      ]
    })
  })
})

/** Where no communicator is known, a rank is where its own lines come from; on several hosts it is not one rank. */
function hostsOfRanks(log: NcclLog, edges: readonly LogEdges[]): ReadonlyMap<number, string> {
  const found = new Map<number, string | undefined>()
  for (const { rank, speaker } of edges) {
    const host = hostOf(log, speaker)
    found.set(rank, found.has(rank) && found.get(rank) !== host ? undefined : host)
  }
  return new Map([...found].flatMap(([rank, host]) => (host === undefined ? [] : [[rank, host] as const])))
}

export const networkEdges = computed((facts): readonly EdgeEnd[] =>
  edgeEnds(facts).filter(({ transport }) => transport.kind === 'net'),
)

/** The other end of some connections of `end`, with an example at each side. */
export function otherEnds(facts: Facts, end: EdgeEnd): readonly EdgeEnd[] {
  const opposite = end.direction === 'send' ? 'receive' : 'send'
  return (
    byRank(facts)
      .get(end.communicator ?? end.log)
      ?.get(`${opposite}`) ?? []
  ).filter((other) => hasNumber(end.peers, other.rank) && hasNumber(other.peers, end.rank))
}

/** Ends over the network by what they belong to and their direction. */
const byRank = computed((facts) => {
  const found = new Map<Communicator | NcclLog, Map<string, EdgeEnd[]>>()
  for (const end of networkEdges(facts)) {
    const key = end.communicator ?? end.log
    const byDirection = found.get(key) ?? new Map<string, EdgeEnd[]>()
    found.set(key, byDirection)
    const list = byDirection.get(end.direction) ?? []
    list.push(end)
    byDirection.set(end.direction, list)
  }
  return found
})
