import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GiB, MiB } from '../base/units.ts'
import { COLLECTIVES, type CollectiveName } from '../collectives/names.ts'
import { withFabric, withGpuLinks, withNicsOnCpu, withNodes } from '../machine/edits.ts'
import { machineNamed } from '../machine/named.ts'
import { presets } from '../machine/presets/index.ts'
import { expect as expectationFor, whyNot } from './expect.ts'
import type { Expectation, Question } from './expectation.ts'

function machine(name: string, nodes = 1) {
  const named = machineNamed(name)
  if (!named.ok) throw new Error(name)
  return withNodes(named.value, nodes)
}

function asked(
  name: string,
  collective: CollectiveName,
  nodes = 1,
  more: Partial<Question> = {},
): Expectation {
  const expectation = expectationFor({ collective, machine: machine(name, nodes), ...more })
  if (!expectation) throw new Error(`nothing covers ${collective} on ${name}`)
  return expectation
}

const within = (value: number, low: number, high: number) => {
  expect(value).toBeGreaterThanOrEqual(low)
  expect(value).toBeLessThanOrEqual(high)
}

describe('plateaus of machines that people know', () => {
  test.each([
    ['dgx-a100', 'all_reduce', 1, 225, 240],
    ['dgx-a100', 'all_gather', 1, 223, 235],
    ['dgx-h100', 'all_reduce', 1, 470, 485],
    ['dgx-h100', 'all_gather', 1, 350, 375],
    ['dgx-b200', 'all_reduce', 1, 820, 850],
    ['gb200-nvl72', 'all_reduce', 1, 830, 850],
    ['hgx-a800', 'all_reduce', 1, 150, 165],
    ['hgx-h800', 'all_reduce', 1, 205, 222],
    ['dgx-1v', 'all_gather', 1, 115, 135],
    ['dgx-h100', 'all_reduce', 2, 456, 480],
    ['dgx-h100', 'all_reduce', 4, 350, 396],
    ['dgx-b200', 'all_reduce', 4, 365, 396],
    ['8xA100-SXM4+4x200G', 'all_reduce', 4, 92, 97],
    ['8xV100-SXM2+1x100G', 'all_reduce', 4, 11.5, 12.5],
    ['dgx-h100', 'all_to_all', 2, 84, 93],
    ['mi300x', 'all_reduce', 1, 300, 330],
    ['mi300x', 'all_reduce', 2, 340, 360],
    ['pcie3-8gpu', 'all_reduce', 1, 5, 12],
  ] as const)('%s %s on %d nodes', (name, collective, nodes, low, high) => {
    const { plateau } = asked(name, collective, nodes)
    within(plateau.busbw, low, high)
    expect(plateau.bytes).toBe(16 * GiB)
  })

  test('all_to_all falls towards the rate of one NIC with nodes', () => {
    const busbw = [2, 4, 8, 16, 32].map((nodes) => asked('dgx-h100', 'all_to_all', nodes).plateau.busbw)
    expect(busbw).toEqual(busbw.toSorted((a, b) => b - a))
    within(busbw.at(-1) ?? 0, 43, 50)
  })

  /** GPUs of one H200 or B200 node: what ml-engineering measured with NVLS. */
  test.each([
    ['dgx-h200', 4, 363.3],
    ['dgx-h200', 5, 414.2],
    ['dgx-h200', 6, 435.6],
    ['dgx-h200', 7, 460],
    ['dgx-h200', 8, 473.1],
    ['dgx-b200', 4, 673.2],
    ['dgx-b200', 6, 778.2],
    ['dgx-b200', 7, 811.2],
    ['dgx-b200', 8, 838],
  ] as const)('%s with %d GPUs: %d', (name, ranks, busbw) => {
    const sizes = [8 * GiB]
    expect(asked(name, 'all_reduce', 1, { ranks, sizes }).plateau.busbw / busbw).toBeCloseTo(1, 1.3)
    // The physics alone says the same, where nothing is published.
    const model = asked(name, 'all_reduce', 1, { ranks }).bases.find(({ kind }) => kind === 'nccl-model')
    expect((model?.busbw ?? 0) / busbw).toBeCloseTo(1, 1.2)
  })
})

describe('mid sizes', () => {
  test.each([
    [MiB, 24.5],
    [16 * MiB, 130],
    [128 * MiB, 202],
    [8 * GiB, 235],
  ] as const)('a healthy A100 box at %d bytes: %d GB/s', (bytes, busbw) => {
    expect(asked('dgx-a100', 'all_reduce', 1, { sizes: [bytes] }).plateau.busbw / busbw).toBeCloseTo(1, 1.1)
  })

  test('below 1 MiB the band is wide and not firm', () => {
    const [small, firm] = asked('dgx-h100', 'all_reduce', 1, { sizes: [MiB / 2, MiB] }).rows
    expect(small?.firm).toBe(false)
    expect((small?.high ?? 0) / (small?.low ?? 1)).toBeGreaterThan(3)
    expect(small?.bound).toBe('latency')
    expect(firm?.firm).toBe(true)
  })
})

describe('two nodes', () => {
  test('H100: the default exceeds the NICs and does not test them; ring does', () => {
    const { plateau, alternatives, testsNetwork, wire, bases } = asked('dgx-h100', 'all_reduce', 2)
    expect(plateau.algorithm).toBe('NVLSTree')
    expect(plateau.bound).toBe('nvls')
    expect(testsNetwork).toBe(false)
    expect(wire).toEqual({ busbw: 400, nics: 8, bitsPerSecond: 400e9 })
    const [ring] = alternatives
    expect(ring?.setting).toBe('NCCL_ALGO=RING')
    within(ring?.plateau.busbw ?? 0, 365, 391)
    expect(ring?.plateau.bound).toBe('nic')
    expect(bases[0]?.kind).toBe('published')
    expect(bases.map(({ kind }) => kind)).toContain('nccl-model')
  })

  test('where ring wins, two nodes test the network like any other number', () => {
    expect(asked('8xA100-SXM4+4x200G', 'all_reduce', 2).testsNetwork).toBe(true)
    expect(asked('dgx-h100', 'all_gather', 2).testsNetwork).toBe(true)
    expect(asked('dgx-h100', 'all_reduce', 4).testsNetwork).toBe(true)
    expect(asked('8xV100-SXM2+1x100G', 'all_reduce', 2).testsNetwork).toBe(false)
  })
})

describe('machines that are not as built', () => {
  test('one GPU with 8 of 12 NVLinks holds the ring: 8 x 20 x 96 %', () => {
    const { plateau, bases } = expectationFor({
      collective: 'all_reduce',
      machine: withGpuLinks(machine('dgx-a100'), 5, 8),
    }) as Expectation
    expect(plateau.busbw).toBeCloseTo(153.6, 0)
    expect(bases.map(({ kind }) => kind)).not.toContain('published')
  })

  test('one GPU a node uses one NIC', () => {
    within(asked('dgx-h100', 'all_reduce', 2, { ranksPerNode: 1 }).plateau.busbw, 44, 50)
  })

  test('NICs on the CPU give 16 of 24', () => {
    const moved = withNicsOnCpu(machine('8xA800-SXM4+1x200G', 12))
    within(expectationFor({ collective: 'all_reduce', machine: moved })?.plateau.busbw ?? 0, 14.5, 16.5)
  })

  test('an oversubscribed fabric: all_to_all pays in full, rings by the order of the ranks', () => {
    const half = withFabric(machine('dgx-h100', 8), { kind: 'ib', oversubscription: 2 })
    const whole = asked('dgx-h100', 'all_to_all', 8).plateau
    const halved = expectationFor({ collective: 'all_to_all', machine: half })?.plateau
    expect((halved?.busbw ?? 0) / whole.busbw).toBeCloseTo(0.5, 1)
    expect(halved?.bound).toBe('fabric')
    const ring = expectationFor({ collective: 'all_reduce', machine: half })?.plateau
    within(ring?.low ?? 0, 170, 200)
    within(ring?.high ?? 0, 350, 391)
  })

  test('TCP is far below RDMA on the same ports, and known badly', () => {
    const tcp = withFabric(machine('dgx-h100', 4), { kind: 'tcp', oversubscription: 1 })
    const plateau = expectationFor({ collective: 'all_reduce', machine: tcp })?.plateau
    expect(plateau?.high).toBeLessThan(60)
    expect((plateau?.high ?? 0) / (plateau?.low ?? 1)).toBeGreaterThan(2)
  })

  test('cards without peer-to-peer: an honest, wide band', () => {
    const { plateau } = asked('rtx4090-8gpu', 'all_reduce')
    expect(plateau.low).toBeLessThan(4)
    expect(plateau.high).toBeGreaterThan(25)
  })
})

describe('what was supposed', () => {
  test('NICs and fabric matter between nodes only, CPU and PCIe only without NVLink', () => {
    expect(asked('8xA100-SXM4+4x200G', 'all_reduce').assumed).toEqual([])
    expect(asked('8xA100-SXM4+4x200G', 'all_reduce', 2).assumed).toEqual(['nic-placement', 'fabric'])
    expect(asked('8xA40', 'all_reduce').assumed).toContain('cpu')
  })

  test('no expectation: one rank, more ranks than GPUs, no NICs, an algorithm that cannot run', () => {
    const question = { collective: 'all_reduce', machine: machine('dgx-a100') } as const
    expect(whyNot({ ...question, ranks: 1 })).toBe('one-rank')
    expect(whyNot({ ...question, ranks: 9 })).toBe('more-ranks-than-gpus')
    expect(whyNot({ ...question, machine: machine('8xA100-SXM4', 2) })).toBe('no-nics')
    expect(whyNot({ ...question, algorithm: 'NVLS' })).toBe('cannot-run')
    expect(expectationFor({ ...question, algorithm: 'NVLS' })).toBeUndefined()
    expect(whyNot(question)).toBeUndefined()
  })
})

test('every preset, collective and size: finite, within its band, and never faster for more bytes', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...presets),
      fc.constantFrom(...COLLECTIVES),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 2, max: 8 }),
      ({ machine: node }, collective, nodes, ranksPerNode) => {
        const perNode = Math.min(ranksPerNode, node.devices.filter(({ kind }) => kind === 'GPU').length)
        const expectation = expectationFor({
          collective,
          machine: withNodes(node, nodes),
          ranks: perNode * nodes,
          ranksPerNode: perNode,
        })
        expect(expectation).toBeDefined()
        let before = 0
        for (const row of expectation?.rows ?? []) {
          expect(row.seconds).toBeGreaterThan(before * 0.97)
          before = row.seconds
          expect(row.low).toBeGreaterThan(0)
          expect(row.busbw).toBeGreaterThanOrEqual(row.low)
          expect(row.busbw).toBeLessThanOrEqual(row.high)
          expect(row.busbw).toBeCloseTo((row.low + row.high) / 2, 6)
          expect(Number.isFinite(row.high)).toBe(true)
        }
        for (const { source, low, high, busbw } of expectation?.bases ?? []) {
          expect(source).not.toBe('')
          expect(busbw).toBeGreaterThanOrEqual(low)
          expect(busbw).toBeLessThanOrEqual(high)
        }
      },
    ),
    { numRuns: 150 },
  )
})
