/** What wins without the reasons is what wins with them, at every size. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MiB } from '../base/units.ts'
import { compare } from './compare.ts'
import { effortOf } from './effort.ts'
import { topologyOf } from './hand-made.fixtures.ts'
import { race } from './quickest.ts'

describe('a race', { timeout: 60_000 }, () => {
  test.each(['ring:5', 'star:6', 'mesh:4', 'tree:7', 'torus:2x3', 'pcie-tree:2x2'])(
    'on %s has the winner of the comparison',
    (on) => {
      const question = { collective: 'all_reduce' as const, topology: topologyOf(on), options: { bytes: 1 } }
      const { at } = race(question)
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 34 * 4 }), (quarter) => {
          const bytes = Math.round(2 ** (quarter / 4))
          const { rows } = compare({ ...question, options: { bytes } })
          expect((at(bytes)?.simulation.seconds ?? 0) / (rows[0]?.seconds ?? 0)).toBeCloseTo(1, 9)
        }),
        { numRuns: 8, seed: 7 },
      )
    },
  )

  test('loads of links are those of the size', () => {
    const question = {
      collective: 'all_reduce' as const,
      topology: topologyOf('ring:8'),
      options: { bytes: 1 },
    }
    const quickest = race({ ...question, algorithm: 'ring', rings: 'single' }).at(64 * MiB)
    expect(quickest?.simulation.linkBytes[0]).toBeCloseTo((14 / 8) * 64 * MiB, 3)
  })

  test('with little effort large algorithms are left out, and say so', () => {
    const question = {
      collective: 'all_reduce' as const,
      topology: topologyOf('star:64'),
      options: { bytes: 1 },
    }
    const { missing, at } = race(question, effortOf(4000))
    expect(missing).toContainEqual({ id: 'one-shot', why: expect.objectContaining({ kind: 'too-large' }) })
    expect(at(16 * MiB)?.variant.algorithm.id).toBe('halving-doubling')
  })
})
