/**
 * A GPU is held back by heat, by its power supply, or runs far slower than its siblings under the same load: every
 * collective waits for it. Warning; an error where its clock is below 80 % of theirs. Sources: NVIDIA, nvidia-smi -q
 * (Clocks Event Reasons); the thresholds of judge (docs/diagnosis.md, Reading a number).
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import { showsClocks, throttledGpus } from '../../analysis/gpu-throttled.ts'
import { threshold } from '../../base/threshold.ts'
import { seenOnHosts } from '../looked.ts'
import type { OfHost } from '../of-host.ts'
import { type Found, rule } from '../rule.ts'

/** Of the siblings' clock: below, it costs as much as a low measurement. */
const FAR_SLOWER = threshold('gpu-throttled.far-slower', 0.8, 'share', 'docs/diagnosis.md, Reading a number')

export interface GpuThrottledValues extends OfHost {
  readonly gpu: number
  readonly why: 'thermal' | 'power-brake' | 'power-cap' | 'hardware' | 'slower' | 'power-limit'
  readonly clockMhz?: number
  /** Median of its siblings under load, or what it can reach. */
  readonly usualMhz?: number
  readonly celsius?: number
  readonly limitWatts?: number
  readonly usualWatts?: number
  readonly siblings: number
}

export const gpuThrottled = rule({
  id: 'gpu-throttled',
  needs: ['host-facts'],
  sources: ['nvidia-smi(1): Clocks Event Reasons', 'nvidia-smi dmon -s pucv'],
  check: (facts): readonly Found<GpuThrottledValues>[] =>
    throttledGpus(facts).map(({ host: { name: host }, places, ...held }) => {
      const { clockMhz, usualMhz, why, siblings } = held
      const isFar = clockMhz !== undefined && usualMhz !== undefined && clockMhz < FAR_SLOWER.value * usualMhz
      return {
        severity: isFar && siblings > 1 && why !== 'power-limit' ? 'error' : 'warning',
        confidence: why === 'slower' ? 'likely' : 'certain',
        ...(host === undefined ? {} : { subject: host }),
        concerns: runsOf(facts, [host]),
        values: { ...held, ...(host === undefined ? {} : { host }) },
        evidence: places,
        explains: ['bandwidth-below-expected', 'slow-node'],
      }
    }),
  looked: (facts) => seenOnHosts(facts, showsClocks),
})
