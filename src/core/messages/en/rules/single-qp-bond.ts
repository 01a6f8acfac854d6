/** English: single-qp-bond. */

import type { SingleQpBondValues } from '../../../rules/fabric/single-qp-bond.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'
import { counted } from '../phrases/words.ts'

export const singleQpBond: RuleText<SingleQpBondValues> = {
  name: 'a bond of two ports with one queue pair per connection',
  about: 'Info, or a warning if a run over several nodes is low.',

  title: ({ device, rate, queuePairs, host }, print) =>
    `${device}${on(host)} is a bond${rate === undefined ? '' : ` of ${print.bits(rate)}`}, but each connection has only ${counted(queuePairs, print, 'queue pair')}`,
  detail: () =>
    'All packets of one queue pair use one port of the bond, so a single connection uses half of it, and which half is random.',
  actions: () => [
    'Set NCCL_IB_QPS_PER_CONNECTION=4 (or 2) and measure',
    'Better, if the fabric allows it: use two NICs without a bond',
  ],
  verify: () =>
    'all_reduce_perf -b 1G -e 8G -f 2 over two nodes with NCCL_ALGO=RING, with 1 and 4 queue pairs',
  explained: {
    knownBy: 'The device is named mlx5_bond_…, and NCCL_IB_QPS_PER_CONNECTION is not above 1.',
    costs: 'Up to half of the bond’s bandwidth.',
    todo: 'Use more queue pairs per connection, or no bond.',
    verify: 'Compare a ring over two nodes with 1 and with 4 queue pairs.',
  },
}
