/** cpu-binding: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { onHost, text } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

/** The mask of GPU 0 on each of two hosts: the same process, started in two ways. */
const masks = (first: string, second: string) =>
  text(
    ...onHost('gpu-01', `NCCL INFO Setting affinity for GPU 0 to ${first}`),
    ...onHost('gpu-02', `NCCL INFO Setting affinity for GPU 0 to ${second}`),
  )

export const fixture: RuleFixture = {
  speaks: text(...onHost('gpu-01', 'NCCL INFO Setting affinity for GPU 0 to 3')),
  severity: 'warning',
  silent: text(...onHost('gpu-01', 'NCCL INFO Setting affinity for GPU 0 to ff,ffffffff')),
  thresholds: {
    'cpu-binding.too-few': { speaks: masks('3', '3'), silent: masks('7', '7') },
    // Seven of sixteen cores, nine of sixteen.
    'cpu-binding.share': { speaks: masks('7f', 'ffff'), silent: masks('1ff', 'ffff') },
    // Sixteen of 64 cores, seventeen.
    'cpu-binding.few': {
      speaks: masks('ffff', 'ffffffff,ffffffff'),
      silent: masks('1ffff', 'ffffffff,ffffffff'),
    },
  },
}
