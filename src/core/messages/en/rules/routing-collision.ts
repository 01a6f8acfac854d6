/** English: routing-collision. */
import type { RoutingCollisionValues } from '../../../rules/fabric/routing-collision.ts'
import type { RuleText } from '../../rule-text.ts'

export const routingCollision: RuleText<RoutingCollisionValues> = {
  name: 'a slow pair of nodes whose nodes are both fast with others',
  about:
    'Warning, from a table of node pairs: the pair reaches less than 80 % of what both nodes reach with their other partners. A node that is slow with all others is reported as slow-node.',

  title: ({ from, to, measured, usual }, print) =>
    `${from} and ${to} reach ${print.rate(measured)} with each other, but ${print.rate(usual)} with other nodes`,
  cause: ({ from, to }) => `the route between ${from} and ${to} is slow`,
  detail: ({ pairs, others }, print) =>
    `Both nodes are fast with their other partners, so neither node is at fault: their route shares a fabric link with other traffic, or that link is bad. Pairs measured: ${print.count(pairs)}${others > 0 ? `; also slow in this way: ${print.count(others)}` : ''}.`,
  actions: ({ from, to }) => [
    `Repeat the test with ${from} and ${to} alone and no other traffic on the fabric: if it is then fast, routes collide`,
    'Turn adaptive routing on (NCCL_IB_ADAPTIVE_ROUTING=1, and in the switches), or use more QPs (NCCL_IB_QPS_PER_CONNECTION=4); check ibtracert or the ECMP hash for this pair',
  ],
  verify: ({ usual }, print) => `The pair reaches ${print.rate(usual)}`,
  inOrder: 'no slow pair of nodes',
  explained: {
    knownBy: 'A table of node pairs: each pair compared with what its two nodes reach with others.',
    costs: 'Rings that use that link run at its pace.',
    todo: 'Use adaptive routing, more queue pairs or another route; check the link itself.',
    verify: 'The pair reaches what other pairs reach.',
  },
}
