/** Why an expected rate is what it is: so many links or ports of so much each, of which a share is reached. */

import { GBps } from '../../base/units.ts'
import type { Expectation, ExpectedRow } from '../../expectation/expectation.ts'
import { machineFacts } from '../../machine/facts.ts'
import type { ReasonValues } from '../../messages/report.ts'

/** The usable rate of links is a round figure, not a wall (nccl-tests #37: 130 of 120 GB/s on a V100 cube mesh). */
const ABOVE_LINKS = 1.1

export function reasonOf({ machine, ranksPerNode }: Expectation, row: ExpectedRow): ReasonValues {
  const { algorithm, bound } = row
  const facts = machineFacts(machine)
  const lanes = (count: number, each: number): ReasonValues => {
    if (!(count > 0 && each > 0)) return { bound, algorithm }
    const share = (row.busbw * GBps) / (count * each)
    return { bound, algorithm, count, each, share, sendsLess: share > ABOVE_LINKS }
  }
  switch (bound) {
    // A ring crosses every GPU, so the one with the fewest links sets its pace.
    case 'nvlink':
    case 'xgmi':
      return lanes(Math.min(...facts.gpuLinks), facts.gpuLinkBandwidth)
    case 'nic': {
      // A GPU uses one NIC: fewer ranks than NICs on a node leave some idle.
      const used = facts.nics.slice(0, ranksPerNode)
      const slowest = Math.min(...used.map(({ bandwidth }) => bandwidth))
      return lanes(used.length, slowest)
    }
    default:
      return { bound, algorithm }
  }
}
