/**
 * The NICs that NCCL lists on each host ("NET/IB : Using [0]mlx5_0:1/IB …"), and those that connections use. Every rank
 * prints the list; where they differ on one host, what most of them say counts.
 */
import { numbersOf } from '../base/number-set.ts'
import type { LogNic } from '../evidence/nccl-log.ts'
import type { Place } from '../evidence/place.ts'
import { hostOf } from './communicators.ts'
import { computed, evidenceOf } from './facts.ts'
import { type EdgeEnd, networkEdges } from './network-edges.ts'

export interface NicsOfHost {
  readonly host: string | undefined
  readonly nics: readonly LogNic[]
  readonly place: Place
  /** Ranks that say so. */
  readonly times: number
}

export const listedNics = computed((facts): readonly NicsOfHost[] => {
  const found = new Map<string | undefined, NicsOfHost>()
  for (const log of evidenceOf(facts, 'nccl-log'))
    for (const { value, by, place } of log.nics) {
      const counts = new Map<string | undefined, number>()
      for (const speaker of by) {
        const host = hostOf(log, speaker)
        counts.set(host, (counts.get(host) ?? 0) + 1)
      }
      for (const [host, times] of counts) {
        const known = found.get(host)
        if (!known || known.times < times) found.set(host, { host, nics: value, place, times })
      }
    }
  return [...found.values()]
})

export interface UsedNics {
  readonly host: string
  /** Indices into the host's list, as edges name them. */
  readonly used: readonly number[]
  /** Ranks of the host that report connections over the network. */
  readonly ranks: number
  /** Ranks of the host that others name as the other end, but whose own connections are not there: the log lacks a part. */
  readonly lacking: number
  readonly ends: readonly EdgeEnd[]
}

export const usedNics = computed((facts): readonly UsedNics[] => {
  const found = new Map<string, { used: Set<number>; ranks: Set<number>; ends: EdgeEnd[] }>()
  for (const end of networkEdges(facts)) {
    const { host, transport, rank } = end
    if (host === undefined || transport.nic === undefined || transport.network === 'Socket') continue
    const ofHost = found.get(host) ?? { used: new Set(), ranks: new Set(), ends: [] }
    ofHost.used.add(transport.nic)
    ofHost.ranks.add(rank)
    ofHost.ends.push(end)
    found.set(host, ofHost)
  }
  return [...found].map(([host, { used, ranks, ends }]) => ({
    host,
    used: [...used].sort((a, b) => a - b),
    ranks: ranks.size,
    lacking: [...(namedByOthers(facts).get(host) ?? [])].filter((rank) => !ranks.has(rank)).length,
    ends,
  }))
})

/** By host, the ranks that connections from elsewhere lead to. */
const namedByOthers = computed((facts) => {
  const found = new Map<string, Set<number>>()
  for (const { communicator, peers, host } of networkEdges(facts))
    for (const peer of numbersOf(peers)) {
      const at = communicator?.members.get(peer)?.host
      if (at !== undefined && at !== host) found.set(at, (found.get(at) ?? new Set()).add(peer))
    }
  return found
})
