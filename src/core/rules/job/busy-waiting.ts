/**
 * GPUs at full utilisation with little power: they wait in a collective's kernel. They are not to blame; the one that does
 * not wait is late. Warning where most GPUs of a host wait while fewer compute; info where all wait, where the others are
 * idle, or where only some wait: another job may run there, or kernels that need little power. All alike beside a benchmark is
 * how communication looks. Source: docs/diagnosis.md, In which order experts look.
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import { evidenceOf } from '../../analysis/facts.ts'
import { enoughIf } from '../looked.ts'
import type { OfHost } from '../of-host.ts'
import { type Found, rule } from '../rule.ts'
import { powerSeen, waitingGpus } from './busy-waiting.measure.ts'

export interface BusyWaitingValues extends OfHost {
  readonly waiting: readonly number[]
  /** GPUs that compute meanwhile, and GPUs that do nothing. */
  readonly computing: readonly number[]
  readonly idle: readonly number[]
  readonly watts: number
  /** Their limit, or what the busiest sibling draws. */
  readonly ofWatts: number
  readonly by: 'limit' | 'siblings'
}

export const busyWaiting = rule({
  id: 'busy-waiting',
  needs: ['host-facts'],
  sources: ['nvidia-smi(1): Utilization', 'nvidia-smi dmon -s pucv'],
  check: (facts): readonly Found<BusyWaitingValues>[] =>
    waitingGpus(facts).flatMap(({ host: { name: host }, places, ...gpus }) => {
      const { waiting, computing } = gpus
      if (computing.length === 0 && evidenceOf(facts, 'benchmark').length > 0) return []
      const isClear = computing.length > 0 && computing.length < waiting.length
      return [
        {
          severity: isClear ? ('warning' as const) : ('info' as const),
          confidence: isClear ? ('likely' as const) : ('possible' as const),
          ...(host === undefined ? {} : { subject: host }),
          concerns: runsOf(facts, [host]),
          values: { ...gpus, ...(host === undefined ? {} : { host }) },
          evidence: places,
        },
      ]
    }),
  looked: (facts) => enoughIf(powerSeen(facts)),
})
