/** pcie-tree:SxG. S switches of G GPUs each under one root: what a server without NVLink looks like. */
import { duplexLinks } from '../topology.ts'
import { type Generator, MANY, upTo } from './generator.ts'

export const pcieTree: Generator = {
  id: 'pcie-tree',
  grammar: 'pcie-tree:SxG',
  examples: ['pcie-tree:2x2'],
  sides: [2, 2],
  mostRanks: MANY,
  ranksOf: ([switches = 0, each = 0]) => switches * each,
  build([switches = 1, each = 1], rate) {
    const ranks = switches * each
    const root = ranks + switches
    return {
      id: `pcie-tree:${switches}x${each}`,
      title: `PCIe tree: ${switches} x ${each}`,
      ranks,
      nodes: root + 1,
      links: duplexLinks(
        [
          ...upTo(ranks).map((rank): [number, number] => [rank, ranks + Math.floor(rank / each)]),
          ...upTo(switches).map((place): [number, number] => [ranks + place, root]),
        ],
        rate,
      ),
      nodeName: (node) => (node < ranks ? `GPU${node}` : node < root ? `PCI${node - ranks}` : 'root'),
      reducers: [],
      shape: [switches, each],
      ringOrder: upTo(ranks),
      route(from, to) {
        if (from === to) return []
        if (from >= ranks || to >= ranks) return undefined
        const [a, b] = [Math.floor(from / each), Math.floor(to / each)]
        return a === b ? [2 * from, 2 * to + 1] : [2 * from, 2 * (ranks + a), 2 * (ranks + b) + 1, 2 * to + 1]
      },
    }
  },
}
