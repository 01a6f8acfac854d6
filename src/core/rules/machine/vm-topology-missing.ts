/**
 * A virtual machine shows bridges of 2.5 GT/s x1 above GPUs and NICs ("PCI[0.2]"): NCCL takes them for real, and chooses paths
 * and channels by them. A topology file of the bare machine (NCCL_TOPO_FILE) repairs that; the access control (ACS) of the
 * machine that carries it is another matter. Source: nccl-tests #256, nccl #1843.
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import { hostOf } from '../../analysis/communicators.ts'
import { evidenceOf } from '../../analysis/facts.ts'
import { settings } from '../../analysis/settings.ts'
import { threshold } from '../../base/threshold.ts'
import { GBps } from '../../base/units.ts'
import { enoughIf } from '../looked.ts'
import { type Found, rule } from '../rule.ts'

/** 2.5 GT/s x1 is 0.19 GB/s in NCCL's table; no real slot of a GPU is below x4. */
const VIRTUAL = threshold(
  'vm-topology-missing.rate',
  0.4 * GBps,
  'B/s',
  'nccl-tests #256; NCCL src/graph/topo.h',
)
/** One may be torn. */
const BRIDGES = threshold('vm-topology-missing.bridges', 2, 'count', 'our choice: one line may be torn')

export interface VmTopologyMissingValues {
  readonly hosts: readonly string[]
  readonly bridges: number
  readonly rate: number
  /** NCCL_TOPO_FILE that is set all the same. */
  readonly file?: string
}

export const vmTopologyMissing = rule({
  id: 'vm-topology-missing',
  needs: ['nccl-log'],
  sources: ['nccl-tests #256', 'nccl #1843'],
  check: (facts): readonly Found<VmTopologyMissingValues>[] =>
    evidenceOf(facts, 'nccl-log').flatMap((log) => {
      const above = new Set(
        log.links.flatMap(({ value }) =>
          value.to.startsWith('GPU/') && value.from !== undefined ? [value.from] : [],
        ),
      )
      const bridges = log.links.filter(
        ({ value: { type, bandwidth, to } }) =>
          type === 'PCI' &&
          bandwidth > 0 &&
          bandwidth * GBps < VIRTUAL.value &&
          (above.has(to) || to.startsWith('GPU/')),
      )
      if (bridges.length < BRIDGES.value) return []
      const hosts = [...new Set(bridges.flatMap(({ by }) => by.map((speaker) => hostOf(log, speaker))))]
      const file = settings(facts).find(({ name }) => name === 'NCCL_TOPO_FILE')
      return [
        {
          severity: 'warning',
          confidence: 'likely',
          concerns: [...hosts.filter((host) => host !== undefined), ...runsOf(facts, hosts)],
          values: {
            hosts: hosts.filter((host) => host !== undefined),
            bridges: bridges.length,
            rate: (bridges[0]?.value.bandwidth ?? 0) * GBps,
            ...(file ? { file: file.value } : {}),
          },
          evidence: bridges.map(({ place }) => place).slice(0, 3),
          explains: ['bandwidth-below-expected', 'graph-search-failed', 'few-channels', 'gdr-missing'],
        },
      ]
    }),
  looked: (facts) =>
    enoughIf(
      evidenceOf(facts, 'nccl-log').some(({ links }) =>
        links.some(({ value }) => value.to.startsWith('GPU/')),
      ),
    ),
})
