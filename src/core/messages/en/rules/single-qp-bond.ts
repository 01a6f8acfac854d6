/** English: single-qp-bond. */
import type { SingleQpBondValues } from '../../../rules/fabric/single-qp-bond.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'

export const singleQpBond: RuleText<SingleQpBondValues> = {
  name: 'a bond of two ports used by one queue pair a connection',
  about: 'Info, a warning where a run over several nodes is low.',

  title: ({ device, rate, queuePairs, host }, print) =>
    `${device}${on(host)} is a bond${rate === undefined ? '' : ` of ${print.bits(rate)}`}, and each connection has ${print.count(queuePairs)} queue pair`,
  detail: () =>
    'The fabric sends all packets of one queue pair over one port of the bond: a single connection uses half of it, and which half is chance.',
  actions: () => [
    'NCCL_IB_QPS_PER_CONNECTION=4 (or 2) and measure',
    'Better, where the fabric allows it: two NICs without a bond',
  ],
  verify: () =>
    'all_reduce_perf -b 1G -e 8G -f 2 over two nodes with NCCL_ALGO=RING, with 1 and 4 queue pairs',
  explained: {
    knownBy: 'The device is named mlx5_bond_…, and NCCL_IB_QPS_PER_CONNECTION is not above 1.',
    costs: 'Up to half of the bond.',
    todo: 'More queue pairs for each connection, or no bond.',
    verify: 'A ring over two nodes with 1 and with 4 queue pairs.',
  },
}
