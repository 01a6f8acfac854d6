/**
 * RCCL itself says what the host lacks for peer-to-peer over PCIe: HSA_FORCE_FINE_GRAIN_PCIE=1 (else it copies through shared
 * memory), iommu=pt, NUMA balancing off. Lines of RCCL src/init.cc. Source: ROCm/rccl #362 #92 #1026.
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import { hostOf } from '../../analysis/communicators.ts'
import { evidenceOf } from '../../analysis/facts.ts'
import { type Found, rule } from '../rule.ts'

const LACKS = [
  ['fine-grain', /HSA_FORCE_FINE_GRAIN_PCIE/],
  ['iommu', /Missing "?iommu=pt/i],
  ['numa-balancing', /NUMA auto balancing enabled/i],
] as const

export interface AmdP2pEnvValues {
  readonly lacks: 'fine-grain' | 'iommu' | 'numa-balancing'
  readonly hosts: readonly string[]
}

export const amdP2pEnv = rule({
  id: 'amd-p2p-env',
  needs: ['nccl-log'],
  sources: ['ROCm/rccl #362 #92 #1026'],
  check: (facts): readonly Found<AmdP2pEnvValues>[] =>
    evidenceOf(facts, 'nccl-log').flatMap((log) =>
      LACKS.flatMap(([lacks, pattern]) => {
        const warned = log.warnings.filter(({ value }) => pattern.test(value.text))
        const [first] = warned
        if (!first) return []
        const hosts = [...new Set(warned.flatMap(({ by }) => by.map((speaker) => hostOf(log, speaker))))]
        return [
          {
            severity: 'warning',
            confidence: 'certain',
            concerns: [...hosts.filter((host) => host !== undefined), ...runsOf(facts, hosts)],
            values: { lacks, hosts: hosts.filter((host) => host !== undefined) },
            evidence: [first.place],
            ...(lacks === 'fine-grain' ? { explains: ['bandwidth-below-expected', 'nvlink-unused'] } : {}),
          },
        ]
      }),
    ),
})
