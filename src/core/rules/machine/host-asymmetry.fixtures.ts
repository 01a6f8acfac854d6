/** host-asymmetry: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts, printed } from '../../analysis/hand-made.fixtures.ts'
import { many } from '../host.fixtures.ts'
import { printedByTool } from '../printed-hosts.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

/** Nine hosts, so many of them with an older driver. */
const older = (count: number) =>
  facts(
    Array.from({ length: 9 }, (_, at) =>
      printed(
        `gpu-${at + 1}`,
        `==============NVSMI LOG==============\nDriver Version : ${at < count ? '535.104.05' : '550.54.15'}\nAttached GPUs : 8`,
      ),
    ).flat(),
  )

export const fixture: RuleFixture = {
  speaks: many(4, { peerMemory: false, kernel: '5.15.0-91-generic' }),
  severity: 'warning',
  silent: many(4, {}),
  variants: [
    {
      name: 'of two hosts',
      facts: many(2, { driver: '535.104.05', kernel: '6.2.0-26' }),
    },
    {
      name: 'by listings that may be cut',
      facts: facts(
        [8, 8, 7].flatMap((count, at) =>
          printed(`gpu-${at}`, printedByTool({ gpus: count })['lspci -D -vvv']),
        ),
      ),
    },
  ],
  // Six of nine agree: the three others are named; five of nine: all are.
  thresholds: { 'host-asymmetry.majority': { speaks: older(3), silent: older(4) } },
}
