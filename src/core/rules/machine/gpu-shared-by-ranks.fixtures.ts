/** gpu-shared-by-ranks: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts, run } from '../../analysis/hand-made.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

/** Rank n on GPU n modulo `gpus`, each rank a process of its own. */
const onGpus = (gpus: number) => {
  const made = run({ ranks: 4, host: 'gpu-07' })
  const devices = made.devices.map((device, rank) => ({
    ...device,
    pid: 100 + rank,
    device: rank % gpus,
    busId: `0000:${10 + (rank % gpus)}:00`,
  }))
  return facts([{ ...made, devices }])
}

export const fixture: RuleFixture = {
  speaks: onGpus(2),
  severity: 'warning',
  silent: onGpus(4),
}
