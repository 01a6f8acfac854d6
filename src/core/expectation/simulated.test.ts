/** What a graph reaches when simulated, what it allows, and how far a verdict on it may go. */
import { describe, expect, test } from 'vitest'
import { GiB, KiB, MiB } from '../base/units.ts'
import { generated } from '../topology/generators/index.ts'
import { expectSimulated, judgeSimulated, SIMULATED_SWEEP } from './simulated.ts'

const RATE = { bandwidth: 50e9, latencySeconds: 500e-9 }
function on(text: string) {
  const topology = generated(text, RATE)
  if (!topology.ok) throw new Error(text)
  return topology.value
}
function expected(text: string, more: Partial<Parameters<typeof expectSimulated>[0]> = {}) {
  const expectation = expectSimulated({ collective: 'all_reduce', topology: on(text), ...more })
  if (!expectation) throw new Error(text)
  return expectation
}

describe('a simulated expectation', () => {
  test('a ring of eight: latency below, both directions of every link above', () => {
    const { rows, plateau, bases } = expected('ring:8')
    expect(rows.map(({ bytes }) => bytes)).toEqual(SIMULATED_SWEEP)
    expect(rows[0]).toMatchObject({ bound: 'latency', firm: false })
    expect(plateau).toMatchObject({ bytes: 16 * GiB, bound: 'link', firm: true })
    expect(plateau.variant).toMatchObject({ algorithm: { id: 'ring' }, rings: { count: 2 } })
    // 14 steps of S/16 each way.
    expect(plateau.seconds / (14 * ((16 * GiB) / 16 / 50e9 + 500e-9))).toBeCloseTo(1, 9)
    expect(plateau.link).toEqual({ name: 'rank0->rank1', busy: expect.closeTo(1, 3) })
    expect(bases).toMatchObject([{ kind: 'simulated', source: 'docs/simulation.md' }])
  })

  test('nothing exceeds what the graph allows, and time grows with size', () => {
    for (const text of ['ring:5', 'star:6', 'mesh:4', 'tree:7', 'torus:3x3', 'pcie-tree:2x2']) {
      const { rows } = expected(text)
      for (const [at, row] of rows.entries()) {
        expect(row.busbw).toBeLessThanOrEqual(row.high * (1 + 1e-9))
        expect(row.low).toBe(row.busbw)
        expect(row.seconds).toBeGreaterThanOrEqual(rows[at - 1]?.seconds ?? 0)
      }
    }
  })

  test('one algorithm, where it is asked for; none where it does not run', () => {
    expect(expected('star:8', { algorithm: 'ring' }).rows.map(({ variant }) => variant.algorithm.id)).toEqual(
      SIMULATED_SWEEP.map(() => 'ring'),
    )
    expect(
      expectSimulated({ collective: 'all_reduce', topology: on('ring:7'), algorithm: 'torus' }),
    ).toBeUndefined()
    expect(expectSimulated({ collective: 'all_reduce', topology: on('ring:1') })).toBeUndefined()
  })

  test('a switch that adds carries the data once: by in-network, where it is asked for', () => {
    const { plateau } = expected('star:8', { algorithm: 'in-network' })
    expect(plateau.busbw).toBeGreaterThan(80)
    expect(plateau.high).toBeGreaterThanOrEqual(plateau.busbw)
  })
})

describe('a verdict on it', () => {
  const known = expected('star:8')
  const unknown = expected('star:8', { supposed: ['bandwidth', 'latency'] })

  test('is one only where the number is reached and the links were given', () => {
    expect(judgeSimulated(known, 48)).toMatchObject({ grade: 'healthy', restsOn: [] })
    expect(judgeSimulated(unknown, 48)).toMatchObject({ grade: 'healthy', restsOn: ['bandwidth'] })
    expect(judgeSimulated(known, 42)).toMatchObject({ grade: 'acceptable', restsOn: ['efficiency'] })
    expect(judgeSimulated(known, 10)).toMatchObject({ grade: 'bad', restsOn: ['efficiency'] })
  })

  test('more than the graph allows is above, less than 1 MiB a range', () => {
    expect(judgeSimulated(known, 52).grade).toBe('above')
    expect(judgeSimulated(known, 1, 64 * KiB).grade).toBe('range')
  })

  test('is given at a size that was not asked', () => {
    const { expected: row } = judgeSimulated(known, 40, 3 * MiB)
    expect(row.bytes).toBe(3 * MiB)
  })
})
