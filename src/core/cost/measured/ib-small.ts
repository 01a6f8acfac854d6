/** Small all_reduces over InfiniBand and RoCE, as users reported them: single sizes. */
import { KiB, MiB } from '../../base/units.ts'
import { withFabric, withNics, withNodes } from '../../machine/edits.ts'
import { dgxA100 } from '../../machine/presets/dgx-a100.ts'
import { dgxH100 } from '../../machine/presets/dgx-h100.ts'
import type { MeasuredTable } from './table.ts'

export const ib128Gpus: MeasuredTable = {
  id: 'ib-128-gpus',
  title: '16 x 8 GPUs, InfiniBand without SHARP (taken for DGX A100)',
  source: 'nccl-tests #176',
  machine: withNodes(dgxA100.machine, 16),
  collective: 'all_reduce',
  rows: [
    [4 * KiB, 93.7],
    [64 * KiB, 99.8],
    [128 * KiB, 120.9],
  ],
}

export const twoDgxA100Ring: MeasuredTable = {
  id: 'dgx-a100-2-nodes-ring',
  title: '2 x DGX A100, ring',
  source: 'nccl #812',
  machine: withNodes(dgxA100.machine, 2),
  collective: 'all_reduce',
  algorithm: 'Ring',
  rows: [[8, 93]],
}

export const fiveH100RoceRing: MeasuredTable = {
  id: 'h100-5-nodes-roce-ring',
  title: '5 x 8 x H100, 4 x 400G RoCE, ring',
  source: 'nccl #1368',
  machine: withFabric(withNics(withNodes(dgxH100.machine, 5), 4), { kind: 'roce', oversubscription: 1 }),
  collective: 'all_reduce',
  algorithm: 'Ring',
  rows: [[MiB, 354.9]],
}
