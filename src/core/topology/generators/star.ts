/** star:N. N ranks on one switch, which passes bytes on as they come (cut-through). */
import { duplexLinks } from '../topology.ts'
import { type Generator, MANY, switchedName, upTo } from './generator.ts'

export const star: Generator = {
  id: 'star',
  grammar: 'star:N',
  examples: ['star:64'],
  sides: [1, 1],
  mostRanks: MANY,
  ranksOf: ([ranks = 0]) => ranks,
  build([ranks = 1], rate) {
    return {
      id: `star:${ranks}`,
      title: `${ranks} ranks on one switch`,
      ranks,
      nodes: ranks + 1,
      links: duplexLinks(
        upTo(ranks).map((rank) => [rank, ranks]),
        rate,
      ),
      nodeName: switchedName(ranks),
      reducers: [ranks],
      reducersSupposed: true,
      ringOrder: upTo(ranks),
      turning: { classes: 2, classOf: (link) => link % 2 },
      route(from, to) {
        if (from === to) return []
        if (to === ranks) return [2 * from]
        return from === ranks ? [2 * to + 1] : [2 * from, 2 * to + 1]
      },
    }
  },
}
