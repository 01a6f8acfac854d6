/** Figures that the simulator must give: closed forms on uniform graphs, and what real machines reach. */
import { describe, expect, test } from 'vitest'
import { GiB, MiB } from '../base/units.ts'
import type { CollectiveName } from '../collectives/names.ts'
import { machineNamed } from '../machine/named.ts'
import { algorithmNamed } from '../schedules/algorithms/index.ts'
import type { ScheduleOptions } from '../schedules/schedule.ts'
import { deviceTopology } from '../topology/device-topology.ts'
import { withLinkFaults } from '../topology/injected.ts'
import { bestRings } from '../topology/ring-sets.ts'
import type { Topology } from '../topology/topology.ts'
import { compare } from './compare.ts'
import { topologyOf } from './hand-made.fixtures.ts'
import { simulate, simulateEvents } from './simulate.ts'

const ALPHA = 500e-9
const B = 50e9

function run(
  id: string,
  topology: Topology,
  more: Partial<ScheduleOptions> = {},
  collective: CollectiveName = 'all_reduce',
): number {
  const algorithm = algorithmNamed(collective, id)
  if (!algorithm) throw new Error(`no ${id}`)
  const schedule = algorithm.schedule({ ranks: topology.ranks, ...more })
  const result = simulate({ schedule, topology, options: { bytes: GiB } })
  if (!result.ok) throw new Error(result.problem.kind)
  return result.value.seconds
}

/** Within 0.1 %. */
const like = (seconds: number, expected: number) => expect(seconds / expected).toBeCloseTo(1, 3)

/** Two-shot of 1024 sends a million messages a step. */
const LONG = { timeout: 60_000 }

describe('closed forms, 1 GiB, 50 GB/s, 500 ns', LONG, () => {
  const sizes = [8, 16, 64, 256, 1024]

  test.each(sizes)('ring of %i', (ranks) => {
    like(run('ring', topologyOf(`ring:${ranks}`)), 2 * (ranks - 1) * (ALPHA + GiB / ranks / B))
  })

  test.each(sizes)('a ring on a switch of %i takes the ring’s time, not twice', (ranks) => {
    like(run('ring', topologyOf(`star:${ranks}`)), 2 * (ranks - 1) * (2 * ALPHA + GiB / ranks / B))
  })

  test.each(sizes)('halving-doubling of %i on a switch', (ranks) => {
    const bytes = ((2 * (ranks - 1)) / ranks) * GiB
    like(run('halving-doubling', topologyOf(`star:${ranks}`)), 2 * Math.log2(ranks) * 2 * ALPHA + bytes / B)
  })

  test.each(sizes)('two-shot of %i on a switch', (ranks) => {
    like(run('two-shot', topologyOf(`star:${ranks}`)), 4 * ALPHA + ((2 * (ranks - 1)) / ranks) * (GiB / B))
  })

  test.each([4, 8, 16, 32])('torus of %i x %i, both halves at once', (side) => {
    const ranks = side * side
    // Each half goes along the one dimension, then the other on what is left; both together fill two links a rank.
    const steps = 4 * (side - 1)
    const bytes = (2 * (ranks - 1)) / ranks / 2
    like(
      run('torus', topologyOf(`torus:${side}x${side}`), { shape: [side, side] }),
      steps * ALPHA + (bytes * GiB) / B,
    )
  })

  test.each(sizes)('chain broadcast of %i in 64 pieces', (ranks) => {
    const seconds = run('chain', topologyOf(`ring:${ranks}`), { pieces: 64 }, 'broadcast')
    like(seconds, (ranks - 2 + 64) * (ALPHA + GiB / 64 / B))
  })
})

test('two-shot of 64 respects the port of each rank', () => {
  expect(run('two-shot', topologyOf('star:64'))).toBeGreaterThanOrEqual(42.2e-3)
})

test('a chain of 16 in 64 pieces takes 26.2 ms', () => {
  const seconds = run('chain', topologyOf('star:16'), { pieces: 64 }, 'broadcast')
  expect(Math.abs(seconds / 26.2e-3 - 1)).toBeLessThan(0.02)
})

test('a pipelined double binary tree of 64 is near 2 S/B', () => {
  const pieces = 128
  const seconds = run('double-binary-tree', topologyOf('star:64'), { pieces })
  const latency = (2 * 6 + pieces) * 2 * ALPHA
  expect(seconds).toBeLessThanOrEqual(1.15 * ((2 * GiB) / B) + latency)
})

const machine = (text: string): Topology => {
  const named = machineNamed(text)
  if (!named.ok) throw new Error(text)
  return deviceTopology(named.value)
}
const busbw = (seconds: number, ranks: number) => ((2 * (ranks - 1)) / ranks) * (GiB / seconds / 1e9)

describe('machines', LONG, () => {
  test('dgx-1v: six rings 118 GB/s and more, one ring 40, a bad order names its link', () => {
    const topology = machine('dgx-1v')
    expect(busbw(run('ring', topology, { rings: bestRings(topology) }), 8)).toBeGreaterThanOrEqual(118)
    const rows = compare({
      collective: 'all_reduce',
      topology,
      options: { bytes: GiB },
      algorithm: 'ring',
    }).rows
    const of = (count: number, order: string) =>
      rows.find(({ variant: { rings } }) => rings?.count === count && rings.order === order)
    expect((of(1, 'best')?.busbw ?? 0) / 1e9).toBeCloseTo(40, 0)
    expect(of(1, 'natural')?.why[0]).toEqual({ kind: 'relayed', pairs: 2, first: ['3->4', '7->0'] })
  })

  test.each([
    ['dgx-a100', 230],
    ['dgx-h100', 365],
  ])('%s: a ring within 10 %% of the published %i GB/s', (name, published) => {
    const seconds = run('ring', machine(name))
    expect(Math.abs(busbw(seconds, 8) / published - 1)).toBeLessThan(0.1)
  })

  test('mi300x: seven rings 336 GB/s, of which 313 are measured; one ring 48', () => {
    const topology = machine('mi300x')
    const seven = busbw(run('ring', topology, { rings: bestRings(topology) }), 8)
    expect(Math.abs((0.93 * seven) / 312.9 - 1)).toBeLessThan(0.01)
    expect(busbw(run('ring', topology), 8)).toBeCloseTo(48, 0)
  })
})

describe('faults', LONG, () => {
  test.each([
    ['dgx-1v', 'GPU0', 'GPU3'],
    ['dgx-a100', 'GPU3', 'NVS0'],
    ['mi300x', 'GPU1', 'GPU2'],
  ])('%s: a slow link %s-%s is named by every algorithm that it slows', (name, a, b) => {
    const healthy = machine(name)
    const faulty = withLinkFaults(healthy, [{ a, b, share: 0.25 }])
    if (!faulty.ok) throw new Error('no link')
    const { topology, links } = faulty.value
    const question = { collective: 'all_reduce' as const, options: { bytes: 64 * MiB } }
    const slow = compare({ ...question, topology, healthy, slowLinks: links })
    const fine = compare({ ...question, topology: healthy })
    let slowed = 0
    for (const row of slow.rows) {
      const same = fine.rows.find(
        ({ variant }) =>
          variant.algorithm === row.variant.algorithm &&
          variant.rings?.count === row.variant.rings?.count &&
          variant.rings?.order === row.variant.rings?.order &&
          // A tree may do better in another place then.
          variant.placement === undefined &&
          row.variant.placement === undefined,
      )
      if (!same || row.seconds < same.seconds * 1.02) continue
      slowed++
      expect(row.why).toMatchObject([{ kind: 'slow-link' }])
    }
    expect(slowed).toBeGreaterThan(4)
  })

  test('a late rank makes all late, by as much', () => {
    const topology = topologyOf('ring:8')
    const schedule = algorithmNamed('all_reduce', 'ring')?.schedule({ ranks: 8 })
    if (!schedule) throw new Error('no ring')
    const timeOf = (late: ReadonlyMap<number, number>) => {
      const result = simulateEvents({ schedule, topology, options: { bytes: MiB, lateSeconds: late } })
      return result.ok ? result.value.seconds : Number.NaN
    }
    expect(timeOf(new Map([[3, 50e-6]])) - timeOf(new Map())).toBeCloseTo(50e-6, 9)
  })
})

describe('what messages cost themselves', () => {
  const topology = topologyOf('star:8')
  const schedule = algorithmNamed('all_reduce', 'ring')?.schedule({ ranks: 8 })
  const timeOf = (options: object) => {
    if (!schedule) throw new Error('no ring')
    const result = simulate({ schedule, topology, options: { bytes: GiB, ...options } })
    return result.ok ? result.value.seconds : Number.NaN
  }

  test('a latency a message, a limit a message', () => {
    expect(timeOf({ messageSeconds: 1e-6 }) - timeOf({})).toBeCloseTo(14e-6, 12)
    expect(timeOf({ messageBandwidth: 25e9 }) / timeOf({})).toBeCloseTo(2, 2)
  })

  test('adding takes its time after each message of the first half', () => {
    expect(timeOf({ reduceBandwidth: 100e9 }) - timeOf({})).toBeCloseTo((7 * GiB) / 8 / 100e9, 9)
  })

  test('a small buffer leaves the link idle until word comes back', () => {
    // Eight slots of 8 KiB in flight for two latencies and a slot's own time.
    const window = (8 * 8192) / (8192 / B + 4 * ALPHA)
    expect(timeOf({ slots: { bytes: 8192, count: 8 } }) / timeOf({})).toBeCloseTo(B / window, 1)
    expect(timeOf({ slots: { bytes: 512 * 1024, count: 8 } })).toBe(timeOf({}))
  })
})
