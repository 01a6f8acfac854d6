/** ring:N. N ranks in a circle, each linked to the next in both directions. */
import { duplexLinks } from '../topology.ts'
import { type Generator, MANY, rankName, upTo } from './generator.ts'

export const ring: Generator = {
  id: 'ring',
  grammar: 'ring:N',
  examples: ['ring:8'],
  sides: [1, 1],
  mostRanks: MANY,
  ranksOf: ([ranks = 0]) => ranks,
  build([ranks = 1], rate) {
    // Two ranks have one link, not two side by side.
    const edges = ranks < 2 ? 0 : ranks === 2 ? 1 : ranks
    return {
      id: `ring:${ranks}`,
      title: `ring of ${ranks}`,
      ranks,
      nodes: ranks,
      links: duplexLinks(
        upTo(edges).map((rank) => [rank, (rank + 1) % ranks]),
        rate,
      ),
      nodeName: rankName,
      reducers: [],
      ringOrder: upTo(ranks),
      alike: true,
      // Two ranks have one link between them, which is no circle.
      ...(ranks < 3 ? {} : { turning: { classes: 2, classOf: (link) => link % 2 } }),
      route: (from, to) => around(ranks, from, to),
    }
  },
}

/** The shorter way round; forwards when both are as long. Link 2r leads from r to r+1, 2r+1 back. */
function around(ranks: number, from: number, to: number): readonly number[] {
  const ahead = (to - from + ranks) % ranks
  if (ahead === 0) return []
  if (ranks === 2) return [from === 0 ? 0 : 1]
  const forwards = ahead <= ranks - ahead
  const way: number[] = []
  for (let hop = 0; hop < (forwards ? ahead : ranks - ahead); hop++)
    way.push(forwards ? 2 * ((from + hop) % ranks) : 2 * ((from - 1 - hop + ranks) % ranks) + 1)
  return way
}
