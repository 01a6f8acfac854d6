/** tree:N. A binary tree of links between ranks: the parent of rank r is rank (r-1)/2, rounded down. */
import { duplexLinks } from '../topology.ts'
import { type Generator, MANY, rankName, upTo } from './generator.ts'

export const tree: Generator = {
  id: 'tree',
  grammar: 'tree:N',
  examples: ['tree:15'],
  sides: [1, 1],
  mostRanks: MANY,
  ranksOf: ([ranks = 0]) => ranks,
  build([ranks = 1], rate) {
    return {
      id: `tree:${ranks}`,
      title: `binary tree of ${ranks}`,
      ranks,
      nodes: ranks,
      links: duplexLinks(
        upTo(ranks - 1).map((edge) => [edge + 1, parentOf(edge + 1)]),
        rate,
      ),
      nodeName: rankName,
      reducers: [],
      ringOrder: depthFirst(ranks),
      route: upAndDown,
    }
  },
}

const parentOf = (rank: number): number => (rank - 1) >> 1

/** Link 2(r-1) leads from r up to its parent, the next one down to r. */
function upAndDown(from: number, to: number): readonly number[] {
  const up: number[] = []
  const down: number[] = []
  let a = from
  let b = to
  // The larger number is never nearer to the root.
  while (a !== b)
    if (a > b) {
      up.push(2 * (a - 1))
      a = parentOf(a)
    } else {
      down.push(2 * (b - 1) + 1)
      b = parentOf(b)
    }
  return [...up, ...down.reverse()]
}

/** A walk that crosses each edge once down and once up: no ring over a tree of links can do with less. */
function depthFirst(ranks: number): readonly number[] {
  const order: number[] = []
  const open = ranks > 0 ? [0] : []
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    order.push(at)
    for (const child of [2 * at + 2, 2 * at + 1]) if (child < ranks) open.push(child)
  }
  return order
}
