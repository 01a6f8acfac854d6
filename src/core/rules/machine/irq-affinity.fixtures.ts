/** irq-affinity: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { one, well } from '../host.fixtures.ts'
import { lines } from '../lines.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

/** The completion vectors of a NIC: for each, how often CPU 0, 1, 2 and 3 served it. */
const served = (...vectors: readonly (readonly number[])[]) => [
  '            CPU0       CPU1       CPU2       CPU3',
  ...vectors.map(
    (counts, at) =>
      `  ${42 + at}: ${counts.map((count) => String(count).padStart(10)).join(' ')}   PCI-MSI 1258291${at}-edge      mlx5_comp${at}@pci:0000:22:00.0`,
  ),
]

const four = (counts: readonly number[]) => [counts, counts, counts, counts]

export const fixture: RuleFixture = {
  speaks: one({ interruptsOn: [2, 2, 2, 2] }),
  severity: 'warning',
  silent: well,
  variants: [
    {
      name: 'on the far socket',
      facts: lines(
        '0000:22:00.0 Infiniband controller: Mellanox Technologies MT2910 Family [ConnectX-7]',
        '\tNUMA node: 0',
        'Architecture:            x86_64',
        'NUMA node(s):            2',
        'NUMA node0 CPU(s):       0,1',
        'NUMA node1 CPU(s):       2,3',
        ...served(...four([0, 0, 4_400_000, 4_400_000])),
      ),
    },
  ],
  thresholds: {
    'irq-affinity.almost-all': {
      speaks: lines(...served(...four([0, 700_000, 9_300_000, 0]))),
      silent: lines(...served(...four([0, 1_300_000, 8_700_000, 0]))),
    },
    'irq-affinity.vectors': {
      speaks: lines(...served(...four([0, 0, 8_812_345, 0]))),
      silent: lines(...served(...four([0, 0, 8_812_345, 0]).slice(1))),
    },
    'irq-affinity.interrupts': {
      speaks: lines(...served(...four([0, 0, 25_000, 0]))),
      silent: lines(...served(...four([0, 0, 25_000, 0]).slice(1), [0, 0, 24_999, 0])),
    },
  },
}
