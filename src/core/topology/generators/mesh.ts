/** mesh:N. Every rank linked to every other: the least latency, for N(N-1) links. */
import { emptyLinks } from '../topology.ts'
import { type Generator, rankName, upTo } from './generator.ts'

export const mesh: Generator = {
  id: 'mesh',
  grammar: 'mesh:N',
  examples: ['mesh:8'],
  sides: [1, 1],
  mostRanks: 2048,
  ranksOf: ([ranks = 0]) => ranks,
  build([ranks = 1], rate) {
    const links = emptyLinks(ranks * (ranks - 1), rate)
    // The links of a rank lie together, by the number of the other end.
    const linkOf = (from: number, to: number) => from * (ranks - 1) + (to < from ? to : to - 1)
    for (let from = 0; from < ranks; from++)
      for (let to = 0; to < ranks; to++)
        if (from !== to) {
          links.from[linkOf(from, to)] = from
          links.to[linkOf(from, to)] = to
        }
    return {
      id: `mesh:${ranks}`,
      title: `full mesh of ${ranks}`,
      ranks,
      nodes: ranks,
      links,
      nodeName: rankName,
      reducers: [],
      ringOrder: upTo(ranks),
      alike: true,
      turning: {
        classes: ranks - 1,
        classOf: (link) => (((links.to[link] ?? 0) - (links.from[link] ?? 0) + ranks) % ranks) - 1,
      },
      route: (from, to) => (from === to ? [] : [linkOf(from, to)]),
    }
  },
}
