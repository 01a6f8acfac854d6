/** gpu-shared-by-ranks: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts, run } from '../../analysis/hand-made.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

/** Each rank a process of its own, on the GPU that `gpuOf` gives it. */
const onGpus = (gpuOf: (rank: number) => number) => {
  const made = run({ ranks: 4, host: 'gpu-07' })
  const devices = made.devices.map((device, rank) => ({
    ...device,
    pid: 100 + rank,
    device: gpuOf(rank),
    busId: `0000:${10 + gpuOf(rank)}:00`,
  }))
  return facts([{ ...made, devices }])
}

export const fixture: RuleFixture = {
  speaks: onGpus((rank) => Math.floor(rank / 2)),
  severity: 'warning',
  // Two hosts of one name, two GPUs each.
  silent: onGpus((rank) => rank % 2),
}
