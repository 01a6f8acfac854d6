/** English: irq-affinity. */
import type { IrqAffinityValues } from '../../../rules/machine/irq-affinity.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'

export const irqAffinity: RuleText<IrqAffinityValues> = {
  name: 'all interrupts of a NIC on one CPU, or on the far socket',
  about:
    'Warning if one CPU serves 90 % of the completion interrupts of a NIC with four or more vectors; info if CPUs outside its NUMA node serve them.',

  title: ({ nic, why, vectors, cpu, share, numaNode, host }, print) =>
    why === 'one-core'
      ? `CPU ${cpu} serves ${print.percent(share)} of the interrupts of ${nic}${on(host)} (${print.count(vectors)} vectors)`
      : `${print.percent(share)} of the interrupts of ${nic}${on(host)} are served outside its NUMA node ${numaNode}`,
  cause: ({ nic, cpu }) => `CPU ${cpu} alone serves the interrupts of ${nic}`,
  detail: ({ why, irqbalance }) =>
    `${why === 'one-core' ? 'That one CPU limits the NIC’s TCP throughput and delays everything that waits for completions.' : 'Each completion crosses the link between the sockets.'} RDMA with polling hardly uses interrupts, and inside one NVLink node no NIC is used.${irqbalance === undefined ? '' : irqbalance ? ' irqbalance is running.' : ' irqbalance is not running.'}`,
  actions: () => [
    'set_irq_affinity_bynode.sh NODE INTERFACE (mlnx-tools), or systemctl start irqbalance',
    'Run grep mlx5 /proc/interrupts twice: which columns grow while the job runs?',
  ],
  verify: () => 'The counts in /proc/interrupts grow on many CPUs of the NIC’s own NUMA node',
  inOrder: 'NIC interrupts are spread',
  explained: {
    knownBy: '/proc/interrupts: which CPUs served the completion vectors of each NIC.',
    costs: 'That CPU limits TCP throughput, and tail latency grows. RDMA with polling is hardly affected.',
    todo: 'Spread the vectors over the CPUs of the NIC’s own NUMA node (mlnx-tools), or run irqbalance.',
    verify: 'The counts grow on many CPUs.',
  },
}
