/** AWS p6-b200 (8 x B200, NVLS; 8 EFA of 400 Gb/s): one and four nodes. */
import { GiB, KiB, MiB } from '../../base/units.ts'
import { withFabric, withNodes } from '../../machine/edits.ts'
import { dgxB200 } from '../../machine/presets/dgx-b200.ts'
import { fromBusbw } from './busbw-table.ts'

const source = 'ml-engineering network README (NCCL 2.27.7)'
const collective = 'all_reduce'

export const awsB200OneNode = fromBusbw(
  { id: 'aws-b200', title: '8 x B200, AWS p6', source, machine: dgxB200.machine, collective, ranks: 8 },
  [
    [32 * KiB, 1.2],
    [MiB, 36.06],
    [16 * MiB, 254.96],
    [128 * MiB, 568.38],
    [GiB, 723.34],
    [8 * GiB, 838],
    [16 * GiB, 845.67],
  ],
)

/** The table's 32 KiB (0.01 GB/s) is left out: 6 ms is the first call's set-up, not the operation. */
export const awsB200FourNodes = fromBusbw(
  {
    id: 'aws-b200-4-nodes',
    title: '4 x 8 x B200, AWS p6, EFA',
    source,
    machine: withFabric(withNodes(dgxB200.machine, 4), { kind: 'efa', oversubscription: 1 }),
    collective,
    ranks: 32,
  },
  [
    [MiB, 5.37],
    [16 * MiB, 64.43],
    [128 * MiB, 197.94],
    [GiB, 361.99],
    [16 * GiB, 381.8],
  ],
)
