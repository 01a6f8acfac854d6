/** HGX A100 (8 x A100-SXM4-40GB on NVSwitch): five collectives, one process with eight GPUs. */
import { GiB, KiB, MiB } from '../../base/units.ts'
import { dgxA100 } from '../../machine/presets/dgx-a100.ts'
import type { MeasuredTable } from './table.ts'

const of = (collective: MeasuredTable['collective'], rows: MeasuredTable['rows']): MeasuredTable => ({
  id: `superbench-a100-${collective}`,
  title: '8 x A100-SXM4-40GB',
  source: `microsoft/superbenchmark tests/data (${collective})`,
  machine: dgxA100.machine,
  collective,
  rows,
})

export const superbenchAllReduce = of('all_reduce', [
  [KiB, 35.8],
  [64 * KiB, 37.25],
  [256 * KiB, 47.7],
  [MiB, 75.5],
  [2 * MiB, 94.5],
  [4 * MiB, 111],
  [8 * MiB, 161],
  [16 * MiB, 225.5],
  [32 * MiB, 373.5],
  [128 * MiB, 1162],
  [512 * MiB, 4190],
  [2 * GiB, 16210],
  [8 * GiB, 63930],
])

export const superbenchAllGather = of('all_gather', [
  [KiB, 34.9],
  [64 * KiB, 36.1],
  [256 * KiB, 46.4],
  [MiB, 73],
  [2 * MiB, 76.5],
  [4 * MiB, 100],
  [8 * MiB, 122],
  [16 * MiB, 166],
  [32 * MiB, 261],
  [128 * MiB, 678],
  [512 * MiB, 2265],
  [2 * GiB, 8520],
  [8 * GiB, 33150],
])

export const superbenchReduceScatter = of('reduce_scatter', [
  [KiB, 35],
  [64 * KiB, 36.9],
  [256 * KiB, 47.4],
  [MiB, 73.7],
  [2 * MiB, 80.1],
  [4 * MiB, 109],
  [16 * MiB, 152.6],
  [32 * MiB, 240.6],
  [128 * MiB, 616.7],
  [512 * MiB, 2175],
  [2 * GiB, 8340],
  [8 * GiB, 32480],
])

export const superbenchBroadcast = of('broadcast', [
  [KiB, 34.9],
  [64 * KiB, 36.3],
  [256 * KiB, 46.2],
  [MiB, 77.2],
  [2 * MiB, 78.5],
  [4 * MiB, 80.7],
  [8 * MiB, 96.6],
  [16 * MiB, 142.6],
  [32 * MiB, 222.4],
  [128 * MiB, 671],
  [512 * MiB, 2435],
  [2 * GiB, 9280],
  [8 * GiB, 36750],
])

export const superbenchReduce = of('reduce', [
  [KiB, 35.4],
  [64 * KiB, 37.9],
  [256 * KiB, 51.3],
  [MiB, 78.6],
  [2 * MiB, 78.6],
  [4 * MiB, 80.9],
  [8 * MiB, 94.4],
  [16 * MiB, 138.6],
  [32 * MiB, 218.2],
  [128 * MiB, 660.4],
  [512 * MiB, 2417],
  [2 * GiB, 9340],
  [8 * GiB, 37580],
])
