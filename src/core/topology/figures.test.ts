/** Diameter, mean way and bisection of generated topologies, held against what textbooks say. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hopMatrix, topologyFigures } from './figures.ts'
import { generated } from './generators/index.ts'

const RATE = { bandwidth: 50e9, latencySeconds: 500e-9 }
function named(text: string) {
  const topology = generated(text, RATE)
  if (!topology.ok) throw new Error(text)
  return topology.value
}

describe('textbook figures', () => {
  test.each([
    // Dally & Towles 3.3 and 5.2; Al-Fares et al. for the fat tree; bisection in links, one way.
    ['ring:8', 4, 2],
    ['ring:9', 4, 2],
    ['mesh:8', 1, 16],
    ['mesh:5', 1, 6],
    ['star:8', 2, 4],
    ['tree:15', 6, 1],
    ['torus:4x4', 4, 8],
    ['torus:4x8', 6, 8],
    ['torus:8x4', 6, 8],
    ['torus:2x4', 3, 4],
    ['torus:4x4x8', 8, 32],
    ['fat-tree:4', 6, 8],
    ['fat-tree:8', 6, 64],
    ['pcie-tree:2x4', 4, 1],
    ['pcie-tree:4x2', 4, 2],
  ])('%s', (text, hops, links) => {
    const { diameter, halves, pairs } = topologyFigures(named(text))
    expect(diameter.hops).toBe(hops)
    expect(diameter.seconds).toBeCloseTo(hops * 500e-9, 12)
    expect((halves?.bandwidth ?? 0) / 50e9).toBeCloseTo(links, 9)
    expect(pairs).toBe('all')
  })

  test('the mean way of a ring of 8 is 16/7, and pairs are counted once', () => {
    const { meanHops, pairsByHops } = topologyFigures(named('ring:8'))
    expect(pairsByHops).toEqual([0, 8, 8, 8, 4])
    expect(meanHops).toBeCloseTo(16 / 7, 12)
  })

  test('a leaf of a tree has one link, most ranks have three', () => {
    expect(topologyFigures(named('tree:15'))).toMatchObject({
      ports: { least: 1, most: 3 },
      portBandwidth: 50e9,
    })
  })

  test('one rank alone has no way and no halves', () => {
    const figures = topologyFigures(named('ring:1'))
    expect(figures).toMatchObject({ diameter: { hops: 0, seconds: 0 }, meanHops: 0, portBandwidth: 0 })
    expect(figures.halves).toBeUndefined()
  })
})

test('a million ranks: the ways of rank 0, and the halves of a ring', () => {
  const { diameter, pairs, halves } = topologyFigures(named('ring:1048576'))
  expect(pairs).toBe('of-rank-0')
  expect(diameter.hops).toBe(524_288)
  expect(halves?.bandwidth).toBe(100e9)
})

test('property: the hops are those of the routes', () => {
  const side = fc.integer({ min: 1, max: 5 })
  const text = fc.oneof(
    fc
      .tuple(fc.constantFrom('ring', 'mesh', 'star', 'tree'), fc.integer({ min: 1, max: 20 }))
      .map((part) => part.join(':')),
    fc.tuple(side, side, side).map((sides) => `torus:${sides.join('x')}`),
    fc.tuple(side, side).map((sides) => `pcie-tree:${sides.join('x')}`),
    fc.constantFrom('fat-tree:2', 'fat-tree:4', 'fat-tree:6'),
  )
  fc.assert(
    fc.property(text, (spec) => {
      const topology = named(spec)
      const routes = hopMatrix(topology).map((row, from) =>
        row.map((_, to) => topology.route(from, to)?.length),
      )
      expect(hopMatrix(topology)).toEqual(routes)
    }),
    { numRuns: 60 },
  )
})
