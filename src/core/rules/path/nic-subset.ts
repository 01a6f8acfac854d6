/**
 * NCCL lists NICs that the job's connections do not use: all go over one, or over half of them and fewer, although as many
 * ranks as NICs run on the host. Storage NICs that lie further from the GPUs are rightly left out, and one rank uses one
 * NIC. Source: docs/diagnosis.md, What NCCL's log tells.
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import { communicators } from '../../analysis/communicators.ts'
import { edgeEnds } from '../../analysis/network-edges.ts'
import { listedNics, usedNics } from '../../analysis/nics-of-hosts.ts'
import { threshold } from '../../base/threshold.ts'
import { enoughIf } from '../looked.ts'
import { type Found, rule } from '../rule.ts'

/** With fewer ranks on a host nothing can be said. */
const RANKS = threshold(
  'nic-subset.ranks',
  4,
  'count',
  'our choice: two or three ranks may rightly share a NIC',
)
/** Storage and management NICs stand beside those of the GPUs in most lists. */
const USED = threshold(
  'nic-subset.used',
  0.5,
  'share',
  'our choice: storage and management NICs stand beside those of the GPUs in most lists',
)

export interface NicSubsetValues {
  readonly host: string
  readonly used: readonly string[]
  readonly unused: readonly string[]
  readonly listed: number
  readonly ranks: number
}

export const nicSubset = rule({
  id: 'nic-subset',
  needs: ['nccl-log'],
  sources: ['nccl-tests #128', 'NCCL user guide, NCCL_IB_HCA'],
  check: (facts): readonly Found<NicSubsetValues>[] =>
    usedNics(facts).flatMap(({ host, used, ranks, lacking, ends }) => {
      const listed = listedNics(facts).find((nics) => nics.host === host)
      if (!listed || listed.nics.length < 2 || lacking > 0) return []
      const local = Math.max(
        ranks,
        ...communicators(facts).map(
          ({ members }) => [...members.values()].filter((member) => member.host === host).length,
        ),
      )
      // In a ring only the ranks at its ends use the network, another for each channel: all ranks must be in the excerpt.
      const could = Math.min(listed.nics.length, local)
      const seen = new Set(edgeEnds(facts).flatMap((end) => (end.host === host ? [end.rank] : []))).size
      if (seen < Math.max(RANKS.value, local)) return []
      if (could < 2 || used.length > could * USED.value) return []
      const names = (indices: readonly number[]) =>
        indices.map((index) => listed.nics.find((nic) => nic.index === index)?.name ?? `${index}`)
      return [
        {
          severity: 'warning',
          confidence: 'likely',
          subject: host,
          concerns: runsOf(facts, [host]),
          values: {
            host,
            used: names(used),
            unused: listed.nics.flatMap(({ index, name }) => (used.includes(index) ? [] : [name])),
            listed: listed.nics.length,
            ranks: local,
          },
          evidence: [listed.place, ...ends.map(({ place }) => place)].slice(0, 4),
          explains: ['bandwidth-below-expected', 'collectives-disagree', 'few-channels'],
        },
      ]
    }),
  looked: (facts) =>
    enoughIf(listedNics(facts).length > 0 && usedNics(facts).some(({ ranks }) => ranks >= RANKS.value)),
})
