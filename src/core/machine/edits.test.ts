import { describe, expect, test } from 'vitest'
import {
  withFabric,
  withGpuLinks,
  withGpuLinksOfEach,
  withGpus,
  withNics,
  withNicsOnCpu,
  withNodes,
  withoutGpuLinks,
  withPcie,
} from './edits.ts'
import { parseFabric } from './fabric.ts'
import { machineFacts } from './facts.ts'
import type { Machine } from './machine.ts'
import { machineNamed } from './named.ts'
import { presets } from './presets/index.ts'

const GB = 1e9
const named = (text: string): Machine => {
  const result = machineNamed(text)
  if (!result.ok) throw new Error(text)
  return result.value
}
const h100 = named('dgx-h100')

test('nodes', () => {
  const four = withNodes({ ...h100, assumed: ['nodes', 'fabric'] }, 4)
  expect(machineFacts(four).nodes).toBe(4)
  expect(four.assumed).toEqual(['fabric'])
  expect(four.id).toBe('dgx-h100')
})

test('another fabric keeps the rate of the ports, not what of it is usable', () => {
  const tcp = machineFacts(withFabric(h100, { kind: 'tcp', oversubscription: 1 }))
  expect(tcp.nics[0]).toMatchObject({ rawBandwidth: 50 * GB, bandwidth: 4 * GB })
  const there = withFabric(named('mi300x'), { kind: 'ib', oversubscription: 1 })
  const back = withFabric(there, { kind: 'roce', oversubscription: 1 })
  expect(machineFacts(back)).toEqual(machineFacts(named('mi300x')))
})

describe('links of one GPU', () => {
  test('behind a switch', () => {
    const lost = withGpuLinks(named('dgx-a100'), 5, 8)
    expect(machineFacts(lost).gpuLinks).toEqual([12, 12, 12, 12, 12, 8, 12, 12])
    expect(machineFacts(lost).gpuLinkBandwidth).toBe(20 * GB)
    expect(lost.id).toBe('dgx-a100/gpu5-links=8')
  })

  test('in a mesh its peers lose them too', () => {
    const { gpuLinks } = machineFacts(withGpuLinks(named('dgx-1v'), 0, 4))
    expect(gpuLinks[0]).toBe(4)
    expect(gpuLinks.reduce((sum, count) => sum + count, 0)).toBe(48 - 4)
  })

  test('none left', () => {
    expect(machineFacts(withGpuLinks(h100, 0, 0)).inside).toBe('pcie')
    expect(machineFacts(withoutGpuLinks(h100))).toMatchObject({ inside: 'pcie', gpuLinks: Array(8).fill(0) })
  })

  test('as found on each', () => {
    const found = withGpuLinksOfEach(named('dgx-a100'), [12, 12, undefined, 99, 12, 8, 0])
    expect(machineFacts(found).gpuLinks).toEqual([12, 12, 12, 12, 12, 8, 0, 12])
  })

  test('more than there are is a broken invariant', () => {
    expect(() => withGpuLinks(h100, 0, 19)).toThrow(RangeError)
    expect(() => withGpuLinks(h100, 8, 1)).toThrow(RangeError)
  })
})

test('NICs lost', () => {
  const six = withNics(h100, 6)
  expect(machineFacts(six).nics.map(({ id }) => id)).toEqual(['NIC0', 'NIC1', 'NIC2', 'NIC3', 'NIC4', 'NIC5'])
  expect(six.devices.filter(({ kind }) => kind === 'NET')).toHaveLength(6)
  expect(six.id).toBe('dgx-h100/nics=6')
})

test('NICs on the CPU', () => {
  const far = machineFacts(withNicsOnCpu(named('8xA800-SXM4+1x200G')))
  expect(far.nics).toMatchObject([{ path: 'PHB', rawBandwidth: 25 * GB }])
  expect(machineFacts(withNicsOnCpu(h100)).nics.map(({ path }) => path)).toEqual(Array(8).fill('PHB'))
  expect(
    machineFacts(withNicsOnCpu(h100))
      .nics.map(({ nearest }) => nearest)
      .slice(3, 5),
  ).toEqual(['GPU0', 'GPU4'])
})

test('fewer GPUs, and slower PCIe', () => {
  expect(machineFacts(withGpus(h100, 4))).toMatchObject({ gpus: 4, inside: 'nvswitch' })
  const slow = machineFacts(withPcie(h100, 'pcie3', 8))
  expect(slow.pcieBandwidth).toBe(6 * GB)
  expect(slow.nics[0]?.bandwidth).toBe(6 * GB)
})

describe.each(presets)('$id', ({ machine }) => {
  test('is not changed by what changes nothing', () => {
    const facts = machineFacts(machine)
    expect(withNics(machine, facts.nics.length)).toBe(machine)
    expect(withGpus(machine, facts.gpus)).toBe(machine)
    expect(withGpuLinks(machine, 0, facts.gpuLinks[0] ?? 0)).toBe(machine)
    expect(machineFacts(withNodes(machine, 1))).toEqual(facts)
    if (machine.fabric) expect(machineFacts(withFabric(machine, machine.fabric))).toEqual(facts)
  })

  test('keeps its links alike in both directions, whatever is lost', () => {
    const changed = [
      withNics(machine, 1),
      withNicsOnCpu(machine),
      withGpus(machine, 2),
      withPcie(machine, 'pcie3'),
    ]
    for (const { links, devices } of changed) {
      const ids = new Set(devices.map(({ id }) => id))
      const ends = new Set(links.map(({ from, to }) => `${from} ${to}`))
      for (const { from, to } of links) {
        expect(ends.has(`${to} ${from}`)).toBe(true)
        expect(ids.has(from) && ids.has(to)).toBe(true)
      }
    }
  })
})

test.each([
  ['ib', { kind: 'ib', oversubscription: 1 }],
  ['InfiniBand', { kind: 'ib', oversubscription: 1 }],
  ['roce,oversub=2', { kind: 'roce', oversubscription: 2 }],
  ['roce, oversub = 2:1', { kind: 'roce', oversubscription: 2 }],
  ['tcp,oversub=1.5', { kind: 'tcp', oversubscription: 1.5 }],
])('--fabric %s', (text, fabric) => expect(parseFabric(text)).toEqual({ ok: true, value: fabric }))

test.each([
  '',
  'rocee',
  'ib,oversub=0',
  'ib,oversub=',
  'ib,oversub=-2',
  'ib,x=1',
  'ib,oversub=2,oversub=3',
  'constructor',
])('--fabric %j is none', (text) => {
  const result = parseFabric(text)
  expect(result).toMatchObject({
    ok: false,
    problem: { seen: text, grammar: expect.stringContaining('oversub') },
  })
})
