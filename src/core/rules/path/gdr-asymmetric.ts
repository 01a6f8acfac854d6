/**
 * The two ends of a network connection disagree about GPUDirect RDMA: one host lacks the peer-memory module (nvidia-peermem)
 * or DMA-BUF. NCCL prints "[send] via NET/IB/1/GDRDMA" on one host and "[receive] via NET/IB/0" on the other.
 * Source: nccl-tests #152. A host with both kinds has GPUs that are far from their NIC: not this rule.
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import type { Facts } from '../../analysis/facts.ts'
import { gpuDirectByHost } from '../../analysis/gpu-direct.ts'
import { type EdgeEnd, networkEdges, otherEnds } from '../../analysis/network-edges.ts'
import { NOT_TORN } from '../../analysis/torn-lines.ts'
import { hasNumber } from '../../base/number-set.ts'
import { threshold } from '../../base/threshold.ts'
import { enoughIf } from '../looked.ts'
import { type Found, rule } from '../rule.ts'

/** A host with both kinds has GPUs that are far from their NIC; one that mostly lacks it is no measure for the others. */
const HAS_IT = threshold(
  'gdr-asymmetric.has-it',
  0.5,
  'share',
  'our choice: a host has it where more of its connections use it than do not',
)

export interface GdrAsymmetricValues {
  /** The host without; where no line names a host, it is that of `rank`. */
  readonly host?: string
  readonly rank: number
  readonly others: readonly string[]
  /** Lines of connections. */
  readonly without: number
  readonly with: number
  readonly from: number
  readonly to: number
  /** Which end of the connection lacks it. */
  readonly lacks: 'send' | 'receive'
}

export const gdrAsymmetric = rule({
  id: 'gdr-asymmetric',
  needs: ['nccl-log'],
  sources: ['nccl-tests #152'],
  check(facts): readonly Found<GdrAsymmetricValues>[] {
    const hosts = gpuDirectByHost(facts)
    if (hosts.every(({ host }) => host === undefined)) return betweenRanks(facts)
    const having = hosts.filter(
      ({ linesWith, linesWithout }) => linesWith > HAS_IT.value * (linesWith + linesWithout),
    )
    if (having.length === 0) return []
    return hosts.flatMap(({ host, without, linesWith, linesWithout }) => {
      if (host === undefined || linesWithout === 0 || linesWith > 0) return []
      const pairs = without.flatMap((end) => {
        const other = otherEnds(facts, end).find(({ transport }) => transport.gpuDirect)
        return other ? [{ end, other, alike: end.busId !== undefined && end.busId === other.busId }] : []
      })
      const [pair] = pairs.toSorted((a, b) => Number(b.alike) - Number(a.alike))
      if (!pair) return []
      const sure = linesWithout >= NOT_TORN.value
      return [
        {
          severity: sure ? 'error' : 'warning',
          confidence: sure && (pair.alike || without.length > 1) ? 'certain' : 'likely',
          subject: host,
          concerns: runsOf(facts, [host]),
          values: {
            host,
            rank: pair.end.rank,
            others: having.flatMap((use) => (use.host === undefined ? [] : [use.host])),
            without: linesWithout,
            with: having.reduce((sum, use) => sum + use.linesWith, 0),
            ...seat(pair.end, pair.other),
          },
          evidence: [
            placeOf(pair.end, pair.other.rank),
            placeOf(pair.other, pair.end.rank),
            ...without.filter((end) => end !== pair.end).map(({ place }) => place),
          ].slice(0, 4),
          explains: ['gdr-missing', 'bandwidth-below-expected', 'collectives-disagree', 'slow-node'],
        },
      ]
    })
  },
  looked: (facts) =>
    enoughIf(
      networkEdges(facts).some(({ transport }) => transport.gpuDirect) &&
        new Set(networkEdges(facts).map(({ host }) => host)).size > 1,
    ),
})

/** Lines without a host: the two ends of one connection stand on two hosts all the same. */
function betweenRanks(facts: Facts): readonly Found<GdrAsymmetricValues>[] {
  const ends = networkEdges(facts).filter(({ transport }) => transport.network !== 'Socket')
  const pairs = ends.flatMap((end) => {
    if (end.transport.gpuDirect) return []
    const other = ends.find(
      ({ transport, rank, peers, direction }) =>
        transport.gpuDirect &&
        direction !== end.direction &&
        hasNumber(peers, end.rank) &&
        hasNumber(end.peers, rank),
    )
    // The same end with it as well: its GPUs differ in how far they are from the NIC.
    const isMixed = ends.some(({ transport, rank }) => transport.gpuDirect && rank === end.rank)
    return other && !isMixed ? [{ end, other }] : []
  })
  const [pair] = pairs
  if (!pair) return []
  const { end, other } = pair
  return [
    {
      severity: 'warning',
      confidence: 'likely',
      values: {
        rank: end.rank,
        others: [],
        without: pairs.length,
        with: new Set(pairs.map(({ other }) => other)).size,
        ...seat(end, other),
      },
      evidence: [placeOf(end, other.rank), placeOf(other, end.rank)],
      explains: ['gdr-missing', 'bandwidth-below-expected', 'collectives-disagree', 'slow-node'],
    },
  ]
}

const placeOf = (end: EdgeEnd, peer: number) =>
  end.examples.find((example) => example.peer === peer)?.place ?? end.place

const seat = (end: EdgeEnd, other: EdgeEnd) => ({
  from: end.direction === 'send' ? end.rank : other.rank,
  to: end.direction === 'send' ? other.rank : end.rank,
  lacks: end.direction,
})
