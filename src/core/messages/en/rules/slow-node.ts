/** English: slow-node. */
import type { SlowNodeValues } from '../../../rules/fabric/slow-node.ts'
import { testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'

export const slowNode: RuleText<SlowNodeValues> = {
  name: 'one host is slower than the others',
  about:
    'Several hosts ran the same test. The host far below their median is named, and the others show what it should reach.',

  title: ({ host, collective, measured, siblings, below }, print) =>
    `${host} is ${print.percent(below)} slower than the other hosts: ${collective} reaches ${print.rate(measured)} instead of ${print.rate(siblings)}`,
  cause: ({ host }) => `${host} is slow`,
  detail: ({ hosts, bytes, siblings }, print) =>
    bytes === undefined
      ? `In the table of pairs this host is slow with nearly every partner; ${print.rate(siblings)} is the median of ${print.count(hosts)} hosts. A job that includes this host runs at its pace.`
      : `${print.count(hosts)} hosts ran the same test; ${print.rate(siblings)} is the median of all at ${print.bytes(bytes)}, and the other hosts are close to it. A job that includes this host runs at its pace.`,
  actions: ({ host }) => [
    `Run these on ${host} and on a healthy host, and compare: nvidia-smi nvlink -s; nvidia-smi topo -m; nvidia-smi -q -d PERFORMANCE,CLOCK; ibstat`,
    `Drain ${host} until the cause is found`,
  ],
  verify: ({ collective, siblings }, print) =>
    `${testProgram(collective)} -b 1G -e 8G -f 2 on this host reaches about ${print.rate(siblings)}`,
  inOrder: 'no slow host',
  explained: {
    knownBy:
      'The same test on three hosts or more: one is more than 10 % below the median of all, and further below it than three times the spread of the others.',
    costs: 'Every job with this host runs at its pace.',
    todo: 'Compare the host with a healthy one (nvlink -s, topo -m, clocks, ibstat), and drain it until the cause is found.',
    verify: 'The host reaches the same bandwidth as the others.',
  },
}
