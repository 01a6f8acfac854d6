import { describe, expect, test } from 'vitest'
import { GiB, MiB } from '../base/units.ts'
import { withNodes } from '../machine/edits.ts'
import { machineNamed } from '../machine/named.ts'
import { deviceTopology } from '../topology/device-topology.ts'
import { lowerBound } from './bound.ts'
import { ringAllReduce, topologyOf } from './hand-made.fixtures.ts'
import { simulate } from './simulate.ts'

const machine = (text: string, nodes = 1) => {
  const named = machineNamed(text)
  if (!named.ok) throw new Error(text)
  return deviceTopology(withNodes(named.value, nodes))
}

test('a DGX-1V: 14 S must leave eight GPUs at 120 GB/s each', () => {
  const { seconds, certificate } = lowerBound('all_reduce', machine('dgx-1v'), 256 * MiB)
  expect(seconds).toBeCloseTo(3.91468e-3, 7)
  expect(certificate).toEqual({ kind: 'groups', groups: 8, each: 1, bytes: 14 * 256 * MiB, bandwidth: 960e9 })
})

describe('uniform graphs', () => {
  test.each([
    ['all_gather', (7 / 8) * (GiB / 50e9)],
    ['reduce_scatter', (7 / 8) * (GiB / 50e9)],
    ['all_reduce', (14 / 8) * (GiB / 50e9)],
    ['broadcast', GiB / 50e9],
    ['reduce', GiB / 50e9],
    ['gather', (7 / 8) * (GiB / 50e9)],
    ['scatter', (7 / 8) * (GiB / 50e9)],
    ['all_to_all', (7 / 8) * (GiB / 50e9)],
    ['send_recv', GiB / 50e9],
  ] as const)('%s on one switch', (collective, expected) => {
    expect(lowerBound(collective, topologyOf('star:8'), GiB).seconds / expected).toBeCloseTo(1, 9)
  })
})

test('a narrow waist decides: the half behind it is named', () => {
  // Two switches of four GPUs under one root: 4 shares cross a single link.
  const { seconds, certificate } = lowerBound('all_gather', topologyOf('pcie-tree:2x4'), GiB)
  expect(seconds / ((7 / 8) * (GiB / 50e9))).toBeCloseTo(1, 9)
  expect(certificate.kind).toBe('cut')
  const narrow = topologyOf('pcie-tree:2x4')
  for (let link = 16; link < narrow.links.count; link++) narrow.links.bandwidth[link] = 10e9
  const waist = lowerBound('all_gather', narrow, GiB)
  expect(waist.seconds / (GiB / 2 / 10e9)).toBeCloseTo(1, 9)
  expect(['GPU0 GPU1 GPU2 GPU3', 'GPU4 GPU5 GPU6 GPU7']).toContain(
    waist.certificate.kind === 'cut' && waist.certificate.inside.join(' '),
  )
})

test('four nodes: the NICs decide', () => {
  const { certificate } = lowerBound('all_reduce', machine('dgx-a100', 4), GiB)
  expect(certificate).toMatchObject({ kind: 'groups', groups: 4, each: 8 })
})

test('no simulated ring is faster', () => {
  for (const text of [
    'ring:2',
    'ring:5',
    'star:8',
    'mesh:4',
    'torus:3x4',
    'tree:7',
    'fat-tree:4',
    'pcie-tree:2x3',
  ])
    for (const bytes of [8, 64 * 1024, GiB]) {
      const topology = topologyOf(text)
      const ring = simulate({ schedule: ringAllReduce(topology.ranks), topology, options: { bytes } })
      expect(
        ring.ok && ring.value.seconds >= lowerBound('all_reduce', topology, bytes).seconds * (1 - 1e-9),
      ).toBe(true)
    }
})

test('tiny messages: the longest way', () => {
  expect(lowerBound('all_reduce', topologyOf('ring:8'), 8)).toMatchObject({
    seconds: 4 * 500e-9,
    certificate: { kind: 'latency' },
  })
})
