/**
 * fat-tree:K. The three-layer fat tree of K-port switches (Al-Fares, Loukissas & Vahdat, SIGCOMM 2008): K pods of K/2
 * edge and K/2 aggregation switches, K²/4 core switches, K³/4 ranks, full bisection. The way up is chosen by the
 * receiver's number (D-mod-K), so that a shift of all ranks shares no link.
 */
import { duplexLinks } from '../topology.ts'
import { type Generator, switchedName, upTo } from './generator.ts'

export const fatTree: Generator = {
  id: 'fat-tree',
  grammar: 'fat-tree:K',
  examples: ['fat-tree:4'],
  sides: [1, 1],
  mostRanks: 65_536,
  ranksOf: ([ports = 0]) => (ports >= 2 && ports % 2 === 0 ? ports ** 3 / 4 : undefined),
  build([ports = 2], rate) {
    const half = ports / 2
    const ranks = ports * half * half
    const edgeSwitch = (pod: number, place: number) => ranks + pod * half + place
    const aggregation = (pod: number, place: number) => ranks + ports * half + pod * half + place
    const core = (column: number, place: number) => ranks + 2 * ports * half + column * half + place
    const pods = upTo(ports)
    const places = upTo(half)
    const edges: (readonly [number, number])[] = [
      ...upTo(ranks).map((rank): [number, number] => [rank, ranks + Math.floor(rank / half)]),
      ...pods.flatMap((pod) =>
        places.flatMap((low) =>
          places.map((high): [number, number] => [edgeSwitch(pod, low), aggregation(pod, high)]),
        ),
      ),
      ...pods.flatMap((pod) =>
        places.flatMap((high) =>
          places.map((top): [number, number] => [aggregation(pod, high), core(high, top)]),
        ),
      ),
    ]
    // In each layer: (pod, lower switch, upper switch), upper fastest.
    const toAggregation = (pod: number, low: number, high: number) => ranks + (pod * half + low) * half + high
    const toCore = (pod: number, high: number, top: number) => 2 * ranks + (pod * half + high) * half + top
    return {
      id: `fat-tree:${ports}`,
      title: `fat tree of ${ports}-port switches`,
      ranks,
      nodes: ranks + 2 * ports * half + half * half,
      links: duplexLinks(edges, rate),
      nodeName: switchedName(ranks),
      reducers: [],
      shape: [ports, half * half],
      ringOrder: upTo(ranks),
      route(from, to) {
        if (from === to) return []
        if (from >= ranks || to >= ranks) return undefined
        const [podFrom, podTo] = [Math.floor(from / (half * half)), Math.floor(to / (half * half))]
        const [lowFrom, lowTo] = [Math.floor(from / half) % half, Math.floor(to / half) % half]
        if (podFrom === podTo && lowFrom === lowTo) return [2 * from, 2 * to + 1]
        const high = to % half
        const up = 2 * toAggregation(podFrom, lowFrom, high)
        const down = 2 * toAggregation(podTo, lowTo, high) + 1
        if (podFrom === podTo) return [2 * from, up, down, 2 * to + 1]
        const over = [2 * toCore(podFrom, high, lowTo), 2 * toCore(podTo, high, lowTo) + 1]
        return [2 * from, up, ...over, down, 2 * to + 1]
      },
    }
  },
}
