import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Topology } from '../topology.ts'
import { generated, generators } from './index.ts'

const named = (text: string): Topology => {
  const result = generated(text)
  if (!result.ok) throw new Error(text)
  return result.value
}

const SOME = [
  ...['ring:1', 'ring:2', 'ring:3', 'ring:8', 'mesh:1', 'mesh:5', 'star:1', 'star:7', 'tree:1', 'tree:13'],
  ...[
    'torus:1x1',
    'torus:1x4',
    'torus:2x2',
    'torus:2x3',
    'torus:4x4',
    'torus:3x5',
    'torus:2x3x4',
    'torus:4x4x4',
  ],
  ...['fat-tree:2', 'fat-tree:4', 'fat-tree:6', 'pcie-tree:1x1', 'pcie-tree:2x4', 'pcie-tree:4x2'],
]

describe.each(SOME)('%s', (text) => {
  const topology = named(text)
  const { links, ranks, route } = topology

  test('links join two nodes of it, each direction has its other', () => {
    const seen = new Set<string>()
    for (let link = 0; link < links.count; link++) {
      const [a = -1, b = -1] = [links.from[link], links.to[link]]
      expect(a !== b && Math.min(a, b) >= 0 && Math.max(a, b) < topology.nodes).toBe(true)
      seen.add(`${a} ${b}`)
    }
    expect(seen.size).toBe(links.count)
    for (const pair of seen) expect(seen).toContain(pair.split(' ').reverse().join(' '))
  })

  test('a route starts, goes on and ends where it must, and is as short as any', () => {
    const hops = distances(topology)
    for (let from = 0; from < ranks; from++)
      for (let to = 0; to < ranks; to++) {
        const way = route(from, to) ?? []
        let at = from
        for (const link of way) {
          expect(links.from[link]).toBe(at)
          at = links.to[link] ?? -1
        }
        expect(at).toBe(to)
        expect(way.length).toBe(hops[from]?.[to])
      }
  })

  test('the ring order visits every rank once', () => {
    expect([...(topology.ringOrder ?? [])].sort((a, b) => a - b)).toEqual(
      Array.from({ length: ranks }, (_, r) => r),
    )
  })
})

/** Hops between all nodes, breadth first. */
function distances({ nodes, links }: Topology): number[][] {
  return Array.from({ length: nodes }, (_, start) => {
    const hops = new Array<number>(nodes).fill(Number.POSITIVE_INFINITY)
    hops[start] = 0
    const open = [start]
    for (let at = open.shift(); at !== undefined; at = open.shift())
      for (let link = 0; link < links.count; link++)
        if (links.from[link] === at && hops[links.to[link] ?? 0] === Number.POSITIVE_INFINITY) {
          hops[links.to[link] ?? 0] = (hops[at] ?? 0) + 1
          open.push(links.to[link] ?? 0)
        }
    return hops
  })
}

test('a torus of even rows has a ring over neighbours only', () => {
  for (const text of ['torus:4x4', 'torus:2x3', 'torus:3x4', 'torus:4x7']) {
    const { ringOrder = [], route, ranks } = named(text)
    const hops = ringOrder.map((rank, at) => route(rank, ringOrder[(at + 1) % ranks] ?? 0)?.length)
    expect(hops.every((count) => count === 1)).toBe(true)
  }
})

test('a shift of all ranks of a fat tree shares no link of the lower layers', () => {
  const { ranks, route, links } = named('fat-tree:4')
  for (let shift = 1; shift < ranks; shift++) {
    const load = new Int32Array(links.count)
    for (let rank = 0; rank < ranks; rank++)
      for (const link of route(rank, (rank + shift) % ranks) ?? []) load[link] = (load[link] ?? 0) + 1
    expect(Math.max(...load.slice(0, 2 * ranks))).toBe(1)
  }
})

test('sizes of what is built', () => {
  expect(named('fat-tree:4')).toMatchObject({ ranks: 16, nodes: 36, links: { count: 96 } })
  expect(named('mesh:8').links.count).toBe(56)
  expect(named('torus:4x4').links.count).toBe(64)
  expect(named('star:65536').route(5, 65_535)).toEqual([10, 131_071])
})

test('what cannot be built is a value, whatever is typed', () => {
  expect(generated('rings:8')).toMatchObject({
    ok: false,
    problem: { nearest: expect.arrayContaining(['ring']) },
  })
  expect(generated('torus:4')).toMatchObject({ ok: false, problem: { grammar: ['torus:AxB'] } })
  expect(generated('fat-tree:5').ok).toBe(false)
  expect(generated('mesh:4096')).toMatchObject({ ok: false, problem: { mostRanks: 2048 } })
  expect(generated('ring:0').ok).toBe(false)
  expect(generated('star:99999999999').ok).toBe(false)
  fc.assert(
    fc.property(fc.constantFrom(...generators.map(({ id }) => id)), fc.string(), (word, rest) => {
      generated(`${word}:${rest}`)
      generated(rest)
    }),
    { numRuns: 200 },
  )
})
