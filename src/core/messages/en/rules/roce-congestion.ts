/** English: roce-congestion. */

import type { RoceCongestionValues } from '../../../rules/fabric/roce-congestion.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'
import { counted, list, plural } from '../phrases/words.ts'

export const roceCongestion: RuleText<RoceCongestionValues> = {
  name: 'lost packets or congestion on RoCE',
  about:
    'Warning from 1000 lost or reordered packets; info from 100,000 congestion marks or pause frames. InfiniBand ports are ignored. The counters started when the driver was loaded.',

  title: ({ device, why, host }) =>
    why === 'loss'
      ? `${device}${on(host)} lost or reordered packets: RoCE retransmits`
      : `${device}${on(host)} was slowed down by congestion marks or pause frames`,
  cause: ({ device, why }) =>
    why === 'loss' ? `${device} loses packets` : `${device} is slowed down by fabric congestion`,
  detail: ({ why, counters, calm }, print) =>
    `Counters: ${list(counters.map(({ name, value }) => `${name} ${print.count(value)}`))}.${calm > 0 ? ` ${counted(calm, print, 'other port')} on this host ${plural(calm, 'shows', 'show')} almost none.` : ''} ${why === 'loss' ? 'RoCE resends everything from the lost packet on, so a few losses can cut line rate to a tenth. The counters started when the driver was loaded; what matters is how they grow during a run.' : 'Marks (ECN, CNP) and pause frames are how the fabric sheds load; they cost bandwidth only in large numbers.'}`,
  actions: () => [
    'Read the counters before and after a run, also on the switch ports (discards, pause frames)',
    'Configure PFC or ECN end to end: mlnx_qos -i INTERFACE, cma_roce_tos, and NCCL_IB_TC to match the switches',
    'Run within one leaf switch: if the loss disappears, it happens in the spine',
  ],
  verify: () => 'The counters do not grow during all_reduce_perf -b 1G -e 8G -f 2',
  inOrder: 'no packet loss',
  explained: {
    knownBy:
      'ethtool -S and hw_counters: out_of_sequence, packet_seq_err, discards; CNP, ECN marks, pause frames.',
    costs:
      'Large messages fall to a fifth of the bandwidth or less, and tail latency grows by orders of magnitude.',
    todo: 'Configure PFC or ECN end to end with the traffic class that the switches expect; compare one leaf switch with two.',
    verify: 'The counters do not grow during a run.',
  },
}
