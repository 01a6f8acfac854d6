/**
 * What each algorithm costs, in the literature's figures: S is the full vector, N the ranks.
 * Sources: Patarasuk & Yuan 2009; Thakur, Rabenseifner & Gropp 2005; Chan et al. 2007; nccl/src/graph/trees.cc.
 */
import { describe, expect, test } from 'vitest'
import type { CollectiveName } from '../../collectives/names.ts'
import { sentByNode } from '../measure.ts'
import { conditionsOf, type ScheduleOptions } from '../schedule.ts'
import { doubleTree } from './double-binary-tree.ts'
import { algorithmNamed } from './index.ts'

/** Steps, and what the busiest rank and all together send, in multiples of S. */
function cost(collective: CollectiveName, id: string, options: ScheduleOptions) {
  const algorithm = algorithmNamed(collective, id)
  if (!algorithm) throw new Error(`no ${collective} ${id}`)
  const schedule = algorithm.schedule(options)
  const { max, total } = algorithm.sent(options)
  const blocks = ['all_to_all'].includes(collective) ? options.ranks : 1
  const whole = schedule.chunks / blocks
  return { steps: algorithm.stepCount(options), max: max / whole, total: total / whole }
}

describe('all_reduce', () => {
  test('ring: 2(N-1) steps, 2(N-1)/N S a rank, 2(N-1) S in all: of 1 MB on eight 1.75 MB each, 14 MB', () => {
    expect(cost('all_reduce', 'ring', { ranks: 8 })).toEqual({ steps: 14, max: 1.75, total: 14 })
    expect(cost('all_reduce', 'bidirectional-ring', { ranks: 8 })).toEqual({
      steps: 14,
      max: 1.75,
      total: 14,
    })
  })

  test('any tree moves 2(N-1) S; an interior rank of a binary tree sends 3 S, its root 2 S, of the double tree none more than 2 S', () => {
    const options = { ranks: 32, pieces: 4 }
    expect(cost('all_reduce', 'binary-tree', options)).toMatchObject({ max: 3, total: 62 })
    expect(cost('all_reduce', 'double-binary-tree', options)).toMatchObject({ max: 2, total: 62 })
    const tree = algorithmNamed('all_reduce', 'binary-tree')?.schedule(options)
    expect(tree && (sentByNode(tree)[0] ?? 0) / 4).toBe(2)
    expect(cost('all_reduce', 'binary-tree', options).steps).toBe(2 * 5 + 4 - 1)
  })

  test('recursive doubling: log2(N) S; six ranks 4 steps and 3 S', () => {
    expect(cost('all_reduce', 'recursive-doubling', { ranks: 16 })).toEqual({ steps: 4, max: 4, total: 64 })
    expect(cost('all_reduce', 'recursive-doubling', { ranks: 6 })).toMatchObject({ steps: 4, max: 3 })
  })

  test('halving-doubling: as a ring; six ranks 6 steps and 2.5 S, twelve 8 steps and 2.75 S', () => {
    expect(cost('all_reduce', 'halving-doubling', { ranks: 16 })).toEqual({ steps: 8, max: 1.875, total: 30 })
    expect(cost('all_reduce', 'halving-doubling', { ranks: 6 })).toEqual({ steps: 6, max: 2.5, total: 10 })
    expect(cost('all_reduce', 'halving-doubling', { ranks: 12 })).toEqual({ steps: 8, max: 2.75, total: 22 })
  })

  test('one-shot: (N-1) S in one step; two-shot: as a ring in two', () => {
    expect(cost('all_reduce', 'one-shot', { ranks: 8 })).toEqual({ steps: 1, max: 7, total: 56 })
    expect(cost('all_reduce', 'two-shot', { ranks: 8 })).toEqual({ steps: 2, max: 1.75, total: 14 })
  })

  test('torus of 4 x 4: 12 steps, where a ring has 30', () => {
    expect(cost('all_reduce', 'torus', { ranks: 16, shape: [4, 4] })).toEqual({
      steps: 12,
      max: 1.875,
      total: 30,
    })
    expect(cost('all_reduce', 'ring', { ranks: 16 }).steps).toBe(30)
  })

  test('hierarchical on 4 nodes of 8: 20 steps, and 2(k-1)/(gk) S = 0.1875 S a GPU over the network', () => {
    const options = { ranks: 32, shape: [4, 8] }
    expect(cost('all_reduce', 'hierarchical', options)).toMatchObject({ steps: 20, max: 62 / 32 })
    const schedule = algorithmNamed('all_reduce', 'hierarchical')?.schedule(options)
    let crossing = 0
    for (const { repeat, step } of schedule?.rounds() ?? [])
      for (let turn = 0; turn < repeat; turn++)
        for (const { from, to, count } of step(turn)) {
          if (from === 0 && Math.floor(to / 8) > 0) crossing += count
          if (Math.floor(from / 8) !== Math.floor(to / 8)) expect(from % 8).toBe(to % 8)
        }
    expect(crossing / (schedule?.chunks ?? 1)).toBe(0.1875)
  })

  test('in-network: S up and S down, whatever the number of ranks', () => {
    for (const ranks of [4, 8, 64])
      expect(cost('all_reduce', 'in-network', { ranks })).toMatchObject({
        steps: 2,
        max: 1,
        total: 2 * ranks,
      })
  })
})

describe('others', () => {
  test('Bruck all-to-all: ceil(log2 N) steps; 1.5 S on 8, 3 S on 64', () => {
    expect(cost('all_to_all', 'bruck', { ranks: 8 })).toMatchObject({ steps: 3, max: 1.5 })
    expect(cost('all_to_all', 'bruck', { ranks: 64 })).toMatchObject({ steps: 6, max: 3 })
    expect(cost('all_to_all', 'bruck', { ranks: 13 }).steps).toBe(4)
    expect(cost('all_to_all', 'pairwise', { ranks: 8 })).toMatchObject({ steps: 7, max: 7 / 8 })
  })

  test('all-gather: (N-1)/N S a rank, whichever way', () => {
    for (const [id, steps] of [
      ['ring', 15],
      ['bruck', 4],
      ['recursive-doubling', 4],
      ['one-shot', 1],
      ['torus', 6],
    ] as const)
      expect(cost('all_gather', id, { ranks: 16 })).toEqual({ steps, max: 15 / 16, total: 15 })
  })

  test('broadcast: binomial log2(N) S at the root, chain S and N-2+k steps, scatter and all-gather 17 S in all on 16', () => {
    expect(cost('broadcast', 'binomial', { ranks: 16 })).toEqual({ steps: 4, max: 4, total: 15 })
    expect(cost('broadcast', 'chain', { ranks: 16, pieces: 64 })).toEqual({
      steps: 14 + 64,
      max: 1,
      total: 15,
    })
    expect(cost('broadcast', 'scatter-allgather', { ranks: 16 })).toEqual({
      steps: 19,
      max: 30 / 16,
      total: 17,
    })
  })
})

describe("NCCL's double tree", () => {
  test.each([2, 3, 4, 5, 8, 13, 16, 17, 64, 100, 1000, 1024])(
    'of %i: as deep as log2(N), and nobody is busy in both',
    (ranks) => {
      const trees = doubleTree(ranks)
      for (const { levels } of trees) {
        expect(levels.length - 1).toBe(Math.ceil(Math.log2(ranks)))
        expect(levels.flat().length).toBe(ranks)
      }
      const [first, second] = trees.map(({ parent }) => new Set(parent.filter((up) => up !== undefined)))
      const inBoth = [...(first ?? [])].filter((rank) => second?.has(rank))
      expect(inBoth.length).toBe(ranks % 2 === 0 ? 0 : 1)
    },
  )

  test('of eight: rank 4 under the root, odd ranks are leaves; the other is its mirror image', () => {
    const [first, second] = doubleTree(8)
    expect(first.parent).toEqual([undefined, 2, 4, 2, 0, 6, 4, 6])
    expect(second.parent).toEqual([1, 3, 1, 7, 5, 3, 5, undefined])
  })
})

test('many ranks cost no more than a step to measure, and formulas next to nothing', () => {
  for (const id of ['ring', 'torus', 'halving-doubling', 'two-shot', 'double-binary-tree']) {
    const algorithm = algorithmNamed('all_reduce', id)
    const start = performance.now()
    const steps = algorithm?.stepCount({ ranks: 65_536 })
    const sent = algorithm?.sent({ ranks: 65_536 })
    expect(performance.now() - start).toBeLessThan(50)
    expect(steps).toBeGreaterThan(0)
    expect(sent?.total).toBeGreaterThan(0)
  }
})

test('chunks are always whole blocks of the collective', () => {
  const schedule = algorithmNamed('all_gather', 'torus')?.schedule({ ranks: 6, shape: [2, 3], pieces: 5 })
  expect(schedule && conditionsOf(schedule).pieces).toBe(10)
})
