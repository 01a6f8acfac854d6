/** However data are cut, every message fits into a slot and every element is in one tile. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { elementsOf } from '../../core/collectives/conditions.ts'
import { tilesOf } from './tiles.ts'

const cases = fc.record({
  pieces: fc.integer({ min: 1, max: 64 }),
  mostChunks: fc.integer({ min: 0, max: 32 }),
  count: fc.oneof(fc.nat(100), fc.nat(10_000_000)),
  typeBytes: fc.constantFrom(1, 2, 4, 8),
  slotBytes: fc.integer({ min: 256, max: 1 << 20 }),
  wanted: fc.integer({ min: 1, max: 50 }),
})

test('tiles cover all elements, and any run of chunks fits into a slot', () => {
  fc.assert(
    fc.property(cases, ({ pieces, mostChunks, count, typeBytes, slotBytes, wanted }) => {
      const tiles = tilesOf({ pieces, mostChunks }, { count, typeBytes, slotBytes, wanted })
      expect(tiles.elements % pieces).toBe(0)
      expect(tiles.count * tiles.elements).toBeGreaterThanOrEqual(count)
      expect((tiles.count - 1) * tiles.elements).toBeLessThanOrEqual(count === 0 ? 0 : count - 1)
      const last = count - (tiles.count - 1) * tiles.elements
      for (const elements of [Math.min(count, tiles.elements), last]) {
        const run = Math.min(mostChunks, pieces)
        for (let first = 0; first + run <= pieces && run > 0; first++) {
          const { start } = elementsOf(first, pieces, elements)
          const { end } = elementsOf(first + run - 1, pieces, elements)
          expect((end - start) * typeBytes).toBeLessThanOrEqual(slotBytes)
        }
      }
    }),
  )
})

test('a pipeline is cut further than the slots ask for', () => {
  const plan = { pieces: 1, mostChunks: 1 }
  const call = { count: 1000, typeBytes: 4, slotBytes: 65_536 }
  expect(tilesOf(plan, call)).toEqual({ count: 1, elements: 1000 })
  expect(tilesOf(plan, { ...call, wanted: 8 })).toEqual({ count: 8, elements: 125 })
  expect(tilesOf(plan, { ...call, count: 3, wanted: 8 })).toEqual({ count: 3, elements: 1 })
})

test('a message without data is one tile', () => {
  expect(tilesOf({ pieces: 1, mostChunks: 0 }, { count: 0, typeBytes: 1, slotBytes: 64 }).count).toBe(1)
})
