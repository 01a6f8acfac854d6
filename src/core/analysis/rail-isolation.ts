/**
 * Connections whose two ends lie on different rails: the sender's NIC and the receiver's have different names, on hosts
 * that list the same NICs. Both ends are matched by communicator, ranks and channel; where lists differ or one end is
 * not in the log, nothing is said. Source: NCCL src/graph/search.cc (crossNic), src/transport/net.cc.
 */
import type { LogNic } from '../evidence/nccl-log.ts'
import type { Place } from '../evidence/place.ts'
import { hostOf } from './communicators.ts'
import { computed, evidenceOf } from './facts.ts'
import { type EdgeEnd, networkEdges } from './network-edges.ts'
import { listedNics } from './nics-of-hosts.ts'

export interface RailEnd {
  readonly host: string
  readonly rank: number
  /** "mlx5_3" */
  readonly nic: string
  readonly place: Place
}

export interface RailConnection {
  readonly from: RailEnd
  readonly to: RailEnd
  readonly crosses: boolean
}

/** Connections between hosts of which both ends and both NICs are known. */
export const railConnections = computed((facts): readonly RailConnection[] => {
  const lists = new Map(listedNics(facts).map(({ host, nics }) => [host, nics]))
  const sent = new Map<string, RailEnd | 'several'>()
  const received = new Map<string, RailEnd | 'several'>()
  const belongsTo = numbering()
  for (const end of networkEdges(facts)) {
    const nic = lists.get(end.host)?.find(({ index }) => index === end.transport.nic)
    if (end.host === undefined || nic === undefined || end.transport.network === 'Socket') continue
    const into = end.direction === 'send' ? sent : received
    for (const { channel, peer, place } of end.examples) {
      if (channel === undefined) continue
      const ranks = end.direction === 'send' ? `${end.rank} ${peer}` : `${peer} ${end.rank}`
      const key = `${belongsTo(end)} ${channel} ${ranks}`
      const railEnd: RailEnd = { host: end.host, rank: end.rank, nic: nameOf(nic), place }
      const known = into.get(key)
      into.set(key, known === undefined ? railEnd : 'several')
    }
  }
  return [...sent].flatMap(([key, from]): RailConnection[] => {
    const to = received.get(key)
    if (from === 'several' || to === undefined || to === 'several' || from.host === to.host) return []
    return sameNics(lists.get(from.host), lists.get(to.host))
      ? [{ from, to, crosses: from.nic !== to.nic }]
      : []
  })
})

/** NICs that gave a transfer back because the other end never answered: "gpu-01 mlx5_3". */
export const unansweredNics = computed((facts): ReadonlyMap<string, Place> => {
  const found = new Map<string, Place>()
  for (const log of evidenceOf(facts, 'nccl-log'))
    for (const { value, by, place } of log.completions)
      for (const speaker of by) {
        const key = `${hostOf(log, speaker)} ${value.nic}`
        if (value.status === RETRIES_EXCEEDED && value.nic !== undefined && !found.has(key))
          found.set(key, place)
      }
  return found
})

/** IBV_WC_RETRY_EXC_ERR */
const RETRIES_EXCEEDED = 12

const nameOf = ({ name, port }: LogNic): string =>
  port === undefined || port === 1 ? name : `${name}:${port}`

/** A rail is known by its NIC's name only where both hosts have the same ones, and more than one. */
function sameNics(a: readonly LogNic[] = [], b: readonly LogNic[] = []): boolean {
  const names = new Set(a.map(nameOf))
  return names.size > 1 && a.length === b.length && b.every((nic) => names.has(nameOf(nic)))
}

/** A number for what an end belongs to: its communicator, else its log. */
function numbering(): (end: EdgeEnd) => number {
  const numbers = new Map<object, number>()
  return ({ communicator, log }) => {
    const owner = communicator ?? log
    const known = numbers.get(owner) ?? numbers.size
    numbers.set(owner, known)
    return known
  }
}
