/**
 * A GPU's NVLinks are inactive where its siblings' are active (`nvidia-smi nvlink -s`): all rings run at its pace.
 * All links of all GPUs inactive on NVLink boards: the fabric manager does not run. Source: docs/diagnosis.md,
 * Comparing hosts and runs (inactive links of H100 PCIe are its normal wiring: compare siblings).
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import { enoughIf } from '../looked.ts'
import type { OfHost } from '../of-host.ts'
import { type Found, rule } from '../rule.ts'
import { inactiveNvlinks, nvlinksSeen } from './nvlink-down.measure.ts'

export interface NvlinkDownValues extends OfHost {
  readonly gpu: number
  readonly name: string
  readonly down: readonly number[]
  readonly active: number
  readonly of: number
  readonly siblings: number
  /** Every link of every GPU is inactive. */
  readonly all: boolean
}

export const nvlinkDown = rule({
  id: 'nvlink-down',
  needs: ['host-facts'],
  sources: ['nvidia-smi nvlink -s, -e', 'NVIDIA Xid catalogue: 74', 'NVIDIA fabric manager guide'],
  check: (facts): readonly Found<NvlinkDownValues>[] =>
    inactiveNvlinks(facts).map(({ host: { name: host }, gpu, name, down, active, siblings, all }) => ({
      severity: 'error',
      confidence: siblings > 1 ? 'certain' : 'likely',
      ...(host === undefined ? {} : { subject: host }),
      concerns: runsOf(facts, [host]),
      values: {
        ...(host === undefined ? {} : { host }),
        gpu,
        name,
        down: down.map(({ link }) => link),
        active,
        of: active + down.length,
        siblings,
        all,
      },
      evidence: down.map(({ place }) => place).slice(0, 4),
      explains: [
        'gpu-asymmetry',
        'nvlink-errors',
        'bandwidth-below-expected',
        'collectives-disagree',
        'slow-node',
        'nvlink-unused',
      ],
    })),
  looked: (facts) => enoughIf(nvlinksSeen(facts)),
})
