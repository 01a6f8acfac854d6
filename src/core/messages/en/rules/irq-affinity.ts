/** English: irq-affinity. */
import type { IrqAffinityValues } from '../../../rules/machine/irq-affinity.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'

export const irqAffinity: RuleText<IrqAffinityValues> = {
  name: 'all interrupts of a NIC on one CPU, or on the far socket',
  about:
    'Warning where one CPU serves 90 % of the completion interrupts of a NIC with four vectors or more; info where they are served outside of its NUMA node.',

  title: ({ nic, why, vectors, cpu, share, numaNode, host }, print) =>
    why === 'one-core'
      ? `CPU ${cpu} serves ${print.percent(share)} of the interrupts of ${nic}${on(host)} (${print.count(vectors)} vectors)`
      : `${print.percent(share)} of the interrupts of ${nic}${on(host)} are served outside of its NUMA node ${numaNode}`,
  cause: ({ nic, cpu }) => `CPU ${cpu} alone serves the interrupts of ${nic}`,
  detail: ({ why, irqbalance }) =>
    `${why === 'one-core' ? 'One CPU then bounds what the NIC can do over TCP, and delays whatever waits for completions.' : 'Each completion crosses the link between the sockets.'} RDMA with polling hardly uses interrupts; inside one NVLink box no NIC takes part.${irqbalance === undefined ? '' : irqbalance ? ' irqbalance runs.' : ' irqbalance does not run.'}`,
  actions: () => [
    'set_irq_affinity_bynode.sh NODE INTERFACE (mlnx-tools), or systemctl start irqbalance',
    'grep mlx5 /proc/interrupts twice: which columns grow while the job runs?',
  ],
  verify: () => 'The counts of /proc/interrupts grow on many CPUs of the NIC’s own node',
  inOrder: 'NIC interrupts spread',
  explained: {
    knownBy: '/proc/interrupts: which CPUs served the completion vectors of each NIC.',
    costs: 'TCP is bounded by that CPU, tails get longer. RDMA with polling hardly notices.',
    todo: 'Spread the vectors over the NIC’s own node (mlnx-tools), or run irqbalance.',
    verify: 'The counts grow on many CPUs.',
  },
}
