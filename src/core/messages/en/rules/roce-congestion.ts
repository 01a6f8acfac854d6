/** English: roce-congestion. */
import type { RoceCongestionValues } from '../../../rules/fabric/roce-congestion.ts'
import type { RuleText } from '../../rule-text.ts'
import { on, plural } from '../phrases/host.ts'

export const roceCongestion: RuleText<RoceCongestionValues> = {
  name: 'packets lost or marked on RoCE',
  about:
    'Warning from 1000 lost or reordered packets on; info from 100,000 congestion marks or pause frames on. InfiniBand ports are left out. The counters run since the driver was loaded.',

  title: ({ device, why, host }) =>
    why === 'loss'
      ? `${device}${on(host)} lost or reordered packets: RoCE retransmits`
      : `${device}${on(host)} was slowed down by congestion marks or pause frames`,
  cause: ({ device, why }) =>
    why === 'loss' ? `${device} loses packets` : `${device} is slowed down by the fabric`,
  detail: ({ why, counters, calm }, print) =>
    `${counters.map(({ name, value }) => `${name} ${print.count(value)}`).join(', ')}.${calm > 0 ? ` ${print.count(calm)} other ${plural(calm, 'port')} on this host count next to nothing.` : ''} ${why === 'loss' ? 'RoCE goes back to the lost packet and sends everything behind it again: a few losses turn line rate into a tenth. The counters run since the driver was loaded: what counts is how they grow during a run.' : 'Marks (ECN, CNP) and pauses are how the fabric sheds load; they cost only where they are many.'}`,
  actions: () => [
    'Read the counters before and after a run; the same on the switch ports (discards, pause frames)',
    'PFC or ECN end to end: mlnx_qos -i INTERFACE, cma_roce_tos, NCCL_IB_TC as the switches have it',
    'Run within one leaf switch: if the loss is gone, it is in the spine',
  ],
  verify: () => 'The counters stand still during all_reduce_perf -b 1G -e 8G -f 2',
  inOrder: 'no packets lost',
  explained: {
    knownBy:
      'ethtool -S and hw_counters: out_of_sequence, packet_seq_err, discards; CNP, ECN marks, pause frames.',
    costs: 'Large messages fall to a fifth and less, tails grow by orders of magnitude.',
    todo: 'PFC or ECN end to end, the traffic class that the switches expect, one leaf against two.',
    verify: 'The counters stand still during a run.',
  },
}
