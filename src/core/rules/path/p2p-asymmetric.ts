/**
 * GPU a reaches b by peer-to-peer, b reaches a only through shared memory: the firmware placed a GPU's memory out of reach,
 * and both ends may wait for different transports. Source: ROCm/rocm-systems #10586.
 */

import { evidenceOf } from '../../analysis/facts.ts'
import { unequalPairs } from '../../analysis/local-edges.ts'
import { NOT_TORN } from '../../analysis/torn-lines.ts'
import { groupBy } from '../../base/group-by.ts'
import { type Found, rule } from '../rule.ts'

export interface P2pAsymmetricValues {
  readonly host?: string
  readonly pairs: number
  /** The direction without peer-to-peer. */
  readonly from: number
  readonly to: number
  readonly by: 'connections' | 'driver'
}

export const p2pAsymmetric = rule({
  id: 'p2p-asymmetric',
  needs: ['nccl-log'],
  sources: ['ROCm/rocm-systems #10586'],
  check(facts): readonly Found<P2pAsymmetricValues>[] {
    const problems = evidenceOf(facts, 'nccl-log').flatMap(({ peerProblems }) => {
      const access = peerProblems.filter(({ value }) => value.problem === 'access')
      return peerProblems.filter(
        ({ value }) =>
          value.problem === 'no-access' &&
          access.some((other) => other.value.from === value.to && other.value.to === value.from),
      )
    })
    const pairs = unequalPairs(facts)
    if (pairs.length === 0 && problems.length > 0)
      return [
        {
          severity: 'warning',
          confidence: 'certain',
          values: {
            pairs: problems.length,
            from: problems[0]?.value.from ?? 0,
            to: problems[0]?.value.to ?? 0,
            by: 'driver',
          },
          evidence: problems.map(({ place }) => place).slice(0, 4),
        },
      ]
    return [...groupBy(pairs, ({ host }) => host)].flatMap(([host, hostPairs]) => {
      const [first] = hostPairs
      if (!first) return []
      // One torn line is no proof: several each way, or the driver's own word.
      const sure =
        problems.length > 0 ||
        hostPairs.some(({ p2p, shm }) => p2p.lines >= NOT_TORN.value && shm.lines >= NOT_TORN.value)
      return [
        {
          severity: sure ? 'error' : 'warning',
          confidence: sure ? 'certain' : 'likely',
          ...(host === undefined ? {} : { subject: host }),
          values: {
            ...(host === undefined ? {} : { host }),
            pairs: hostPairs.length,
            from: first.shm.rank,
            to: first.p2p.rank,
            by: 'connections',
          },
          evidence: [first.shm.place, first.p2p.place, ...problems.map(({ place }) => place)].slice(0, 4),
          explains: ['nvlink-unused', 'bandwidth-below-expected', 'hang'],
        },
      ]
    })
  },
})
