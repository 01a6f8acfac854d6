/** GB200 NVL72: 72 GPUs in one NVLink domain. */
import { GiB, MiB } from '../../base/units.ts'
import { gb200Nvl72 } from '../../machine/presets/gb200-nvl72.ts'
import type { MeasuredTable } from './table.ts'

export const nvl72: MeasuredTable = {
  id: 'gb200-nvl72',
  title: '72 x GB200',
  source: 'coreweave/nccl-tests PR 43',
  machine: gb200Nvl72.machine,
  collective: 'all_reduce',
  rows: [
    [512 * MiB, 1820],
    [GiB, 2925],
    [2 * GiB, 5475],
    [4 * GiB, 10120],
    [8 * GiB, 20006],
  ],
}
