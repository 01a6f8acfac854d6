/** pcie-downtrained: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { one, well } from '../host.fixtures.ts'
import { lines, lspciOf } from '../lines.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: one({ widths: { NIC3: 8 } }),
  severity: 'error',
  silent: well,
  variants: [
    {
      name: 'all alike',
      facts: one({ widths: { NIC0: 8, NIC1: 8, NIC2: 8, NIC3: 8, NIC4: 8, NIC5: 8, NIC6: 8, NIC7: 8 } }),
    },
    {
      name: 'a GPU that may be idle',
      facts: lspciOf(
        '18:00.0 3D controller: NVIDIA Corporation GH100 [H100 SXM5 80GB] (rev a1)',
        '\t\tLnkCap:\tPort #0, Speed 32GT/s, Width x16',
        '\t\tLnkSta:\tSpeed 2.5GT/s (downgraded), Width x16',
      ),
    },
    {
      name: 'by the driver of the NIC',
      facts: lines(
        'mlx5_core 0000:9a:00.0: 63.008 Gb/s available PCIe bandwidth, limited by 16.0 GT/s PCIe x4 link at 0000:98:01.0 (capable of 252.048 Gb/s with 16.0 GT/s PCIe x16 link)',
      ),
    },
  ],
}
