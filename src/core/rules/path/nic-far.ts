/**
 * GPUs whose nearest NIC is not under their PCIe switch: network data crosses the CPU (PHB, NODE) or both (SYS).
 * A 200G NIC then gives about 16 of 24 GB/s on the CPU and 8-9 across sockets (docs/diagnosis.md, What experts expect;
 * nccl #412). Warning where a run over several nodes is low; otherwise it is how the host is built: info.
 */

import { judged } from '../../analysis/judged.ts'
import { nearestNics } from '../../analysis/nearest-nics.ts'
import { enoughIf } from '../looked.ts'
import { type Found, rule } from '../rule.ts'

export interface NicFarValues {
  readonly host?: string
  readonly gpus: readonly { readonly gpu: string; readonly nic: string; readonly path: string }[]
  /** GPUs that have a NIC under their own PCIe switch. */
  readonly near: number
  readonly nodes: number
}

export const nicFar = rule({
  id: 'nic-far',
  needs: ['topo-matrix'],
  sources: ['nccl #412', 'nvidia-smi topo -m'],
  check: (facts): readonly Found<NicFarValues>[] =>
    nearestNics(facts).flatMap(({ matrix, gpus }) => {
      const far = gpus.filter(({ throughCpu }) => throughCpu)
      if (far.length === 0) return []
      const runs = judged(facts).filter(({ expectation }) => expectation.nodes > 1)
      const low = runs.some(({ grade }) => grade === 'low' || grade === 'bad')
      return [
        {
          severity: low ? 'warning' : 'info',
          confidence: 'certain',
          ...(matrix.host === undefined ? {} : { subject: matrix.host }),
          values: {
            ...(matrix.host === undefined ? {} : { host: matrix.host }),
            gpus: far.map(({ gpu, nic, path }) => ({
              gpu: gpu.name,
              nic: nic.interface ?? nic.name,
              path,
            })),
            near: gpus.length - far.length,
            nodes: Math.max(1, ...runs.map(({ expectation }) => expectation.nodes)),
          },
          evidence: far.flatMap(({ gpu }) => (gpu.place ? [gpu.place] : [])).slice(0, 3),
        },
      ]
    }),
  looked: (facts) => enoughIf(nearestNics(facts).length > 0),
})
