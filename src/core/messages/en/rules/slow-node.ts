/** English: slow-node. */
import type { SlowNodeValues } from '../../../rules/fabric/slow-node.ts'
import { testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'

export const slowNode: RuleText<SlowNodeValues> = {
  name: 'one host is slower than its siblings',
  about:
    'Several hosts measured the same: the one far below their median is named, and the others show what it should reach.',

  title: ({ host, collective, measured, siblings, below }, print) =>
    `${host} is ${print.percent(below)} slower than its siblings: ${collective} ${print.rate(measured)}, theirs ${print.rate(siblings)}`,
  cause: ({ host }) => `${host} is slow`,
  detail: ({ hosts, bytes, siblings }, print) =>
    bytes === undefined
      ? `By the table of pairs this host is slow with nearly every partner; ${print.rate(siblings)} is the median of ${print.count(hosts)} hosts. A job that includes it runs at its pace.`
      : `${print.count(hosts)} hosts ran the same test; ${print.rate(siblings)} is the median of all at ${print.bytes(bytes)}, and the others lie close to it. A job that includes this host runs at its pace.`,
  actions: ({ host }) => [
    `On ${host} and on a sibling, then compare: nvidia-smi nvlink -s; nvidia-smi topo -m; nvidia-smi -q -d PERFORMANCE,CLOCK; ibstat`,
    `Until it is found: drain ${host}`,
  ],
  verify: ({ collective, siblings }, print) =>
    `${testProgram(collective)} -b 1G -e 8G -f 2 on this host reaches about ${print.rate(siblings)}`,
  inOrder: 'no slow host',
  explained: {
    knownBy:
      'The same test on three hosts or more: one more than 10 % below the median of all, and beyond three times the spread of the others.',
    costs: 'Every job with this host runs at its pace.',
    todo: 'Compare the host with a sibling: nvlink -s, topo -m, clocks, ibstat; drain it until it is found.',
    verify: 'It stands with its siblings again.',
  },
}
