/**
 * A GPU is held back by heat, by its power supply, or runs far slower than its siblings under the same load: every
 * collective waits for it. Warning; an error where its clock is below 80 % of theirs. Sources: NVIDIA, nvidia-smi -q
 * (Clocks Event Reasons); the thresholds of judge (diagnosis-in-practice.md section 8).
 */
import { runsOf } from '../analysis/concerned.ts'
import { clocksSeen, heldBackGpus } from '../analysis/held-back-gpus.ts'
import { rule } from './rule.ts'

/** A clock below this share of the siblings' costs as much as a low measurement. */
const FAR_SLOWER = 0.8

export const gpuThrottled = rule({
  id: 'gpu-throttled',
  needs: ['host-facts'],
  check: (facts) =>
    heldBackGpus(facts).map(({ host: { name: host }, places, ...its }) => {
      const { clockMhz, usualMhz, why, siblings } = its
      const isFar = clockMhz !== undefined && usualMhz !== undefined && clockMhz < FAR_SLOWER * usualMhz
      return {
        severity: isFar && siblings > 1 && why !== 'power-limit' ? 'error' : 'warning',
        confidence: why === 'slower' ? 'likely' : 'certain',
        ...(host === undefined ? {} : { subject: host }),
        concerns: runsOf(facts, [host]),
        values: { ...its, ...(host === undefined ? {} : { host }) },
        evidence: places,
        explains: ['bandwidth-below-expected', 'slow-node'],
      }
    }),
  looked: clocksSeen,
})
