/**
 * The launcher gave a process few CPU cores: NCCL's threads for the network share them with the training loop. NCCL logs the
 * cores that are both near the GPU and allowed; the same GPU elsewhere with many more shows that it is the launcher's doing.
 * Source: nccl-tests #57.
 */

import { hostOf } from '../../analysis/communicators.ts'
import { evidenceOf } from '../../analysis/facts.ts'
import { groupBy } from '../../base/group-by.ts'
import { threshold } from '../../base/threshold.ts'
import { enoughIf } from '../looked.ts'
import { type Found, rule } from '../rule.ts'

/** NCCL runs a proxy thread beside the main thread and those of the framework. */
const TOO_FEW = threshold(
  'cpu-binding.too-few',
  2,
  'count',
  'our choice: the main thread and the proxy thread of NCCL need one each',
)
/** Of what another process has, and so few that it can matter: the mask of nccl-tests #57 had 8 cores where 24 were there. */
const SHARE = threshold('cpu-binding.share', 0.5, 'share', 'our choice: nccl-tests #57 had a third')
const FEW = threshold(
  'cpu-binding.few',
  16,
  'count',
  'our choice: with more cores nothing waits for one; nccl-tests #57 had 8',
)

export interface CpuBindingValues {
  readonly host?: string
  readonly gpu: number
  /** GPUs of the host that are bound so. */
  readonly gpus: number
  readonly cores: number
  readonly mask: string
  /** Cores of the process for the same GPU elsewhere. */
  readonly others?: number
}

export const cpuBinding = rule({
  id: 'cpu-binding',
  needs: ['nccl-log'],
  sources: ['nccl-tests #57', 'NCCL user guide, NCCL_IGNORE_CPU_AFFINITY'],
  check(facts): readonly Found<CpuBindingValues>[] {
    const all = evidenceOf(facts, 'nccl-log').flatMap((log) =>
      log.affinities.map(({ value, by, place }) => ({
        ...value,
        place,
        host: hostOf(log, by[0] ?? 0),
        ranks: by.length,
      })),
    )
    const low = [...groupBy(all, ({ gpu }) => gpu).values()].flatMap((ofGpu) => {
      const most = ofGpu.toSorted((a, b) => b.cores - a.cores)[0]
      return ofGpu.flatMap((one) => {
        const fewer = most !== undefined && one.cores <= FEW.value && one.cores < SHARE.value * most.cores
        return one.cores > 0 && (one.cores <= TOO_FEW.value || fewer)
          ? [{ one, most: fewer ? most : undefined }]
          : []
      })
    })
    return [...groupBy(low, ({ one }) => one.host)].flatMap(([host, ofHost]) => {
      const [first] = ofHost.toSorted((a, b) => a.one.cores - b.one.cores)
      if (!first) return []
      const { one, most } = first
      return [
        {
          severity: 'warning',
          confidence: 'likely',
          ...(host === undefined ? {} : { subject: host }),
          values: {
            ...(host === undefined ? {} : { host }),
            gpu: one.gpu,
            gpus: new Set(ofHost.map((it) => it.one.gpu)).size,
            cores: one.cores,
            mask: one.mask,
            ...(most === undefined ? {} : { others: most.cores }),
          },
          evidence: [one.place, ...(most ? [most.place] : [])],
        },
      ]
    })
  },
  looked: (facts) => enoughIf(evidenceOf(facts, 'nccl-log').some(({ affinities }) => affinities.length > 0)),
})
