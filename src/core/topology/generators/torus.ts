/**
 * torus:AxB[xC]. Ranks on a grid whose rows and columns close to rings; the last side runs fastest (torus:2x4: ranks 0-3
 * are the first row). Ways go side by side in order, along each the shorter way round, as TPUs route.
 */
import { duplexLinks } from '../topology.ts'
import { type Generator, MANY, rankName, upTo } from './generator.ts'

export const torus: Generator = {
  id: 'torus',
  grammar: 'torus:AxB',
  examples: ['torus:4x4', 'torus:8x8x8'],
  sides: [2, 3],
  mostRanks: MANY,
  ranksOf: (sides) => sides.reduce((product, side) => product * side, 1),
  build(sides, rate) {
    const ranks = sides.reduce((product, side) => product * side, 1)
    const strides = sides.map((_, at) => sides.slice(at + 1).reduce((product, side) => product * side, 1))
    const at = (rank: number, side: number) => Math.floor(rank / (strides[side] ?? 1)) % (sides[side] ?? 1)
    const next = (rank: number, side: number) => {
      const stride = strides[side] ?? 1
      return at(rank, side) === (sides[side] ?? 1) - 1 ? rank - at(rank, side) * stride : rank + stride
    }
    // Edge side·ranks + rank leads to the next rank along that side. A side of two has one link a pair, a side of one none.
    const edgeOf = new Int32Array(sides.length * ranks).fill(-1)
    const edges: (readonly [number, number])[] = []
    for (let side = 0; side < sides.length; side++)
      for (let rank = 0; rank < ranks; rank++) {
        const length = sides[side] ?? 1
        if (length < 2 || (length === 2 && at(rank, side) === 1)) continue
        edgeOf[side * ranks + rank] = edges.length
        edges.push([rank, next(rank, side)])
      }
    const edge = (rank: number, side: number) => edgeOf[side * ranks + rank] ?? -1
    return {
      id: `torus:${sides.join('x')}`,
      title: `torus of ${sides.join(' x ')}`,
      ranks,
      nodes: ranks,
      links: duplexLinks(edges, rate),
      nodeName: rankName,
      reducers: [],
      shape: sides,
      ringOrder: snake(sides, ranks),
      alike: true,
      route(from, to) {
        const way: number[] = []
        let here = from
        for (let side = 0; side < sides.length; side++) {
          const length = sides[side] ?? 1
          const stride = strides[side] ?? 1
          const ahead = (at(to, side) - at(here, side) + length) % length
          if (length === 2) {
            if (ahead === 1)
              way.push(at(here, side) === 0 ? 2 * edge(here, side) : 2 * edge(here - stride, side) + 1)
            here += (at(to, side) - at(here, side)) * stride
            continue
          }
          const forwards = ahead <= length - ahead
          for (let hop = forwards ? ahead : length - ahead; hop > 0; hop--)
            if (forwards) {
              way.push(2 * edge(here, side))
              here = next(here, side)
            } else {
              here = at(here, side) === 0 ? here + (length - 1) * stride : here - stride
              way.push(2 * edge(here, side) + 1)
            }
        }
        return way
      },
    }
  },
}

/** Row by row, alternately forwards and backwards; with an even number of rows (or columns) it closes to a ring. */
function snake(sides: readonly number[], ranks: number): readonly number[] {
  const [rows = 1, columns = 1] = sides
  if (sides.length !== 2) return upTo(ranks)
  if (rows % 2 === 0 || columns % 2 === 1)
    return upTo(ranks).map((place) => {
      const row = Math.floor(place / columns)
      const column = place % columns
      return row * columns + (row % 2 === 0 ? column : columns - 1 - column)
    })
  return upTo(ranks).map((place) => {
    const column = Math.floor(place / rows)
    const row = place % rows
    return (column % 2 === 0 ? row : rows - 1 - row) * columns + column
  })
}
