/** AWS p5 (8 x H100, NVLS; 32 EFA, 3200 Gb/s): one and two nodes. */
import { GiB, KiB, MiB } from '../../base/units.ts'
import { withNodes } from '../../machine/edits.ts'
import { awsP5 } from '../../machine/presets/aws-p5.ts'
import type { MeasuredTable } from './table.ts'

const source = 'awsome-distributed-training micro-benchmarks/nccl-tests README'

export const awsP5OneNode: MeasuredTable = {
  id: 'aws-p5',
  title: '8 x H100, AWS p5',
  source,
  machine: awsP5.machine,
  collective: 'all_reduce',
  rows: [
    [8, 12.9],
    [KiB, 16.43],
    [64 * KiB, 19.09],
    [MiB, 28.56],
    [2 * MiB, 43.39],
    [8 * MiB, 83.22],
    [16 * MiB, 124],
    [64 * MiB, 326.5],
    [128 * MiB, 592.8],
    [512 * MiB, 2166.4],
    [GiB, 4253],
    [2 * GiB, 8463.7],
    [8 * GiB, 31289],
    [16 * GiB, 62239],
  ],
}

export const awsP5TwoNodes: MeasuredTable = {
  id: 'aws-p5-2-nodes',
  title: '2 x 8 x H100, AWS p5, EFA',
  source,
  machine: withNodes(awsP5.machine, 2),
  collective: 'all_reduce',
  rows: [
    [8, 69.12],
    [KiB, 69.24],
    [64 * KiB, 135.1],
    [MiB, 123.2],
    [16 * MiB, 298.1],
    [128 * MiB, 870.3],
    [GiB, 4607.6],
    [2 * GiB, 9074.5],
    [8 * GiB, 33605],
    [16 * GiB, 66132],
  ],
}
