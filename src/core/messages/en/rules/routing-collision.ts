/** English: routing-collision. */
import type { RoutingCollisionValues } from '../../../rules/fabric/routing-collision.ts'
import type { RuleText } from '../../rule-text.ts'

export const routingCollision: RuleText<RoutingCollisionValues> = {
  name: 'a pair of nodes that is slow although both are fast with others',
  about:
    'Warning, from a table of node pairs: below 80 % of what both nodes reach with their other partners. A node that is slow with everybody is slow-node.',

  title: ({ from, to, measured, usual }, print) =>
    `${from} and ${to} reach ${print.rate(measured)} with each other and ${print.rate(usual)} with all others`,
  cause: ({ from, to }) => `the route between ${from} and ${to} is slow`,
  detail: ({ pairs, others }, print) =>
    `Both nodes are well with their other partners, so it is neither of them: their routes share a link of the fabric with others, or that link is sick. ${print.count(pairs)} pairs were measured${others > 0 ? `, ${print.count(others)} more are low in the same way` : ''}.`,
  actions: ({ from, to }) => [
    `Repeat ${from} and ${to} alone, with nothing else on the fabric: if it is fast then, routes collide`,
    'Adaptive routing on (NCCL_IB_ADAPTIVE_ROUTING=1, switches), other QPs (NCCL_IB_QPS_PER_CONNECTION=4); ibtracert or the ECMP hash for this pair',
  ],
  verify: ({ usual }, print) => `The pair reaches ${print.rate(usual)}`,
  inOrder: 'no pair of nodes stands out',
  explained: {
    knownBy: 'A table of node pairs: each pair beside what its two nodes reach with others.',
    costs: 'Rings that pass that link run at its pace.',
    todo: 'Adaptive routing, more queue pairs, another route; the link itself.',
    verify: 'The pair reaches what the others do.',
  },
}
