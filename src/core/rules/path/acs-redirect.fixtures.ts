/** acs-redirect: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts, matrix, printed } from '../../analysis/hand-made.fixtures.ts'
import { one, well } from '../host.fixtures.ts'
import { lspciOf } from '../lines.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

/** Four GPUs, two under each PCIe switch: pairs under one switch reach this, pairs far apart 22.3 GB/s. */
const pairs = (close: number) =>
  facts([
    ...printed(
      undefined,
      [
        'Unidirectional P2P=Enabled Bandwidth (P2P Writes) Matrix (GB/s)',
        '   D\\D     0      1      2      3',
        `     0 2495.11  ${close.toFixed(2)}  22.28  22.31`,
        `     1  ${(close - 0.01).toFixed(2)} 2501.40  22.30  22.27`,
        `     2  22.31  22.29 2499.70  ${close.toFixed(2)}`,
        `     3  22.30  22.31  ${(close - 0.02).toFixed(2)} 2500.30`,
      ].join('\n'),
    ),
    matrix(
      'GPU0 GPU1 GPU2 GPU3\nGPU0 X PIX SYS SYS\nGPU1 PIX X SYS SYS\nGPU2 SYS SYS X PIX\nGPU3 SYS SYS PIX X',
    ),
  ])

export const fixture: RuleFixture = {
  speaks: one({ acs: true }),
  severity: 'error',
  silent: well,
  variants: [
    {
      name: 'at the ports of the CPU',
      facts: lspciOf(
        '15:01.0 PCI bridge: Intel Corporation Device 352a (rev 04)',
        '\tBus: primary=00, secondary=18, subordinate=18, sec-latency=0',
        '\t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir+ CmpltRedir+ UpstreamFwd+ EgressCtrl- DirectTrans-',
        '18:00.0 3D controller: NVIDIA Corporation GH100 [H100 SXM5 80GB] (rev a1)',
      ),
    },
    {
      name: 'without the buses below',
      facts: lspciOf(
        '15:01.0 PCI bridge: Intel Corporation Device 352a (rev 04)',
        '\t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir+ CmpltRedir+ UpstreamFwd+ EgressCtrl- DirectTrans-',
      ),
    },
    {
      name: 'by measured pairs',
      facts: pairs(9.3),
    },
  ],
  // 79 % and 81 % of what pairs far apart reach.
  thresholds: { 'acs-redirect.close': { speaks: pairs(17.6), silent: pairs(18.1) } },
}
