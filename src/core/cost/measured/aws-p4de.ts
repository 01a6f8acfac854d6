/** AWS p4de (8 x A100, 4 EFA of 100 Gb/s), two nodes. */
import { GiB, KiB, MiB } from '../../base/units.ts'
import { withNodes } from '../../machine/edits.ts'
import { awsP4d } from '../../machine/presets/aws-p4d.ts'
import type { MeasuredTable } from './table.ts'

export const awsP4deTwoNodes: MeasuredTable = {
  id: 'aws-p4de-2-nodes',
  title: '2 x 8 x A100, AWS p4de, EFA',
  source: 'awsome-distributed-training micro-benchmarks/nccl-tests README',
  machine: withNodes(awsP4d.machine, 2),
  collective: 'all_reduce',
  rows: [
    [8, 164.3],
    [KiB, 165],
    [64 * KiB, 227.4],
    [MiB, 309.4],
    [16 * MiB, 1191.8],
    [128 * MiB, 3912.9],
    [GiB, 26217],
    [2 * GiB, 51406],
  ],
}
