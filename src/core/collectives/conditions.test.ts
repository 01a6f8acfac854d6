import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { conditions, elementsOf } from './conditions.ts'
import { COLLECTIVES, type CollectiveName } from './names.ts'
import { outcome } from './outcome.ts'

const RANKS = [1, 2, 3, 4, 5, 8, 16]

describe('what ranks end with', () => {
  test('four ranks with [1,2,3]: all_reduce leaves [4,8,12] on each', () => {
    expect(outcome('all_reduce', Array(4).fill([1, 2, 3]))).toEqual(Array(4).fill([4, 8, 12]))
  })

  test('[1], [2], [3], [4]: all_gather leaves [1,2,3,4] on each', () => {
    expect(outcome('all_gather', [[1], [2], [3], [4]])).toEqual(Array(4).fill([1, 2, 3, 4]))
  })

  test('four times [1,2,3,4]: reduce_scatter leaves 4, 8, 12, 16, one on each', () => {
    expect(outcome('reduce_scatter', Array(4).fill([1, 2, 3, 4]))).toEqual([[4], [8], [12], [16]])
  })

  test('the rooted ones', () => {
    const inputs = [
      [1, 2],
      [3, 4],
    ]
    expect(outcome('broadcast', inputs, 1)).toEqual([
      [3, 4],
      [3, 4],
    ])
    expect(outcome('reduce', inputs, 1)).toEqual([[], [4, 6]])
    expect(outcome('gather', inputs, 1)).toEqual([[], [1, 2, 3, 4]])
    expect(outcome('scatter', inputs, 1)).toEqual([[3], [4]])
  })

  test('all_to_all transposes, send_recv passes on', () => {
    expect(
      outcome('all_to_all', [
        [11, 12, 13],
        [21, 22, 23],
        [31, 32, 33],
      ]),
    ).toEqual([
      [11, 21, 31],
      [12, 22, 32],
      [13, 23, 33],
    ])
    expect(outcome('send_recv', [[1], [2], [3]])).toEqual([[3], [1], [2]])
  })

  test('inputs that cannot be cut are a broken invariant', () => {
    expect(() =>
      outcome('reduce_scatter', [
        [1, 2, 3],
        [1, 2, 3],
      ]),
    ).toThrow(RangeError)
    expect(() => outcome('all_reduce', [[1], [1, 2]])).toThrow(RangeError)
  })

  test('reduce_scatter and then all_gather is all_reduce', () => {
    const vectors = fc.integer({ min: 1, max: 6 }).chain((ranks) =>
      fc.array(fc.array(fc.integer({ min: -99, max: 99 }), { minLength: 2 * ranks, maxLength: 2 * ranks }), {
        minLength: ranks,
        maxLength: ranks,
      }),
    )
    fc.assert(
      fc.property(vectors, (inputs) => {
        expect(outcome('all_gather', outcome('reduce_scatter', inputs))).toEqual(
          outcome('all_reduce', inputs),
        )
        expect(outcome('all_to_all', outcome('all_to_all', inputs))).toEqual(inputs)
        expect(outcome('broadcast', outcome('reduce', inputs))).toEqual(outcome('all_reduce', inputs))
      }),
    )
  })
})

const CHUNKS: Readonly<Record<CollectiveName, (ranks: number, pieces: number) => number>> = {
  all_reduce: (_, pieces) => pieces,
  reduce: (_, pieces) => pieces,
  broadcast: (_, pieces) => pieces,
  all_gather: (ranks, pieces) => pieces * ranks,
  reduce_scatter: (ranks, pieces) => pieces * ranks,
  gather: (ranks, pieces) => pieces * ranks,
  scatter: (ranks, pieces) => pieces * ranks,
  send_recv: (ranks, pieces) => pieces * ranks,
  all_to_all: (ranks, pieces) => pieces * ranks ** 2,
}

describe.each(COLLECTIVES)('%s', (collective) => {
  test.each(RANKS)('on %d ranks owes only what somebody holds, each slot once', (ranks) => {
    for (const pieces of [1, 3]) {
      const promised = conditions(collective, { ranks, pieces, root: ranks - 1 })
      expect(promised.chunks).toBe(CHUNKS[collective](ranks, pieces))
      const holders = new Map<number, Set<number>>()
      const all = Array.from({ length: ranks }, (_, rank) => rank)
      for (const rank of all) {
        const held = promised.before(rank)
        expect(new Set(held.map(({ slot }) => slot)).size).toBe(held.length)
        for (const { chunk } of held) holders.set(chunk, (holders.get(chunk) ?? new Set()).add(rank))
      }
      expect([...holders.keys()].sort((a, b) => a - b)).toEqual(
        Array.from({ length: promised.chunks }, (_, chunk) => chunk),
      )
      const owedChunks = new Set<number>()
      for (const rank of all) {
        const owed = promised.after(rank)
        expect(owed.map(({ slot }) => slot).sort((a, b) => a - b)).toEqual(owed.map((_, slot) => slot))
        for (const { chunk, contributors } of owed) {
          owedChunks.add(chunk)
          expect(new Set(contributors)).toEqual(holders.get(chunk))
        }
      }
      expect(owedChunks.size).toBe(promised.chunks)
    }
  })
})

test('slots cover a buffer without gap or overlap, for any count', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 0, max: 100 }),
      (blocks, pieces, count) => {
        let at = 0
        for (let slot = 0; slot < blocks * pieces; slot++) {
          const { start, end } = elementsOf(slot, pieces, count)
          expect(start).toBe(at)
          expect(end).toBeGreaterThanOrEqual(start)
          at = end
        }
        expect(at).toBe(blocks * count)
      },
    ),
  )
})
