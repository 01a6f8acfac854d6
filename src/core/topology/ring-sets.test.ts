import { describe, expect, test } from 'vitest'
import { withNodes } from '../machine/edits.ts'
import { machineNamed } from '../machine/named.ts'
import { presets } from '../machine/presets/index.ts'
import { deviceTopology } from './device-topology.ts'
import { generated } from './generators/index.ts'
import { bestRings, ringCost, singleRing } from './ring-sets.ts'
import { linkName, type Topology } from './topology.ts'

const GB = 1e9
const machine = (text: string, nodes = 1): Topology => {
  const named = machineNamed(text)
  if (!named.ok) throw new Error(text)
  return deviceTopology(withNodes(named.value, nodes))
}
const made = (text: string): Topology => {
  const result = generated(text)
  if (!result.ok) throw new Error(text)
  return result.value
}
const best = (topology: Topology) => ringCost(topology, bestRings(topology)).bandwidth / GB
const single = (topology: Topology) => ringCost(topology, [singleRing(topology)]).bandwidth / GB

describe('a DGX-1V', () => {
  const topology = machine('dgx-1v')

  test('has six rings of 20 GB/s at once; one ring over double links gives 40', () => {
    expect(bestRings(topology)).toHaveLength(6)
    expect(best(topology)).toBe(120)
    expect(single(topology)).toBe(40)
    expect(ringCost(topology, bestRings(topology)).idle).toBe(0)
  })

  test('a bad order names its link', () => {
    const cost = ringCost(topology, [[0, 1, 2, 3, 4, 5, 6, 7]])
    expect(cost.bandwidth).toBeLessThanOrEqual(20 * GB)
    expect(cost.relayed).toEqual([
      [3, 4],
      [7, 0],
    ])
    expect(linkName(topology, cost.tightest?.link ?? -1)).toMatch(/^GPU\d->GPU\d$/)
  })
})

test('MI300X: seven rings of 48 GB/s at once, one gives 48', () => {
  const topology = machine('mi300x')
  expect(bestRings(topology)).toHaveLength(7)
  expect(best(topology)).toBe(336)
  expect(single(topology)).toBe(48)
})

test('through a switch one ring fills all links', () => {
  expect(best(machine('dgx-a100'))).toBe(240)
  expect(best(machine('dgx-h100'))).toBeCloseTo(370.8, 6)
  expect(bestRings(machine('dgx-h100'))).toHaveLength(1)
})

test('several nodes: a ring a NIC', () => {
  expect(best(machine('dgx-a100', 2))).toBeCloseTo(192, 6)
  // Eight NICs of 48 GB/s; inside a node seven rings of eight leave a GPU by NVLink.
  expect(best(machine('dgx-h100', 4))).toBeCloseTo(384, 6)
  expect(single(machine('dgx-a100', 2))).toBeCloseTo(24, 6)
})

test('generated topologies', () => {
  expect(best(made('ring:8'))).toBe(100)
  expect(best(made('star:8'))).toBe(50)
  expect(best(made('mesh:5'))).toBe(200)
  expect(best(made('mesh:20'))).toBe(900)
  expect(best(made('torus:4x4'))).toBe(200)
  expect(best(made('pcie-tree:2x4'))).toBe(50)
})

test.each(presets)('$id: rings visit every GPU once, the set is no worse than one', ({ machine }) => {
  const topology = deviceTopology(machine)
  for (const order of [...bestRings(topology), singleRing(topology)])
    expect([...order].sort((a, b) => a - b)).toEqual(
      Array.from({ length: topology.ranks }, (_, rank) => rank),
    )
  expect(best(topology)).toBeGreaterThanOrEqual(single(topology) * (1 - 1e-9))
  expect(single(topology)).toBeGreaterThan(0)
})
