import { describe, expect, test } from 'vitest'
import { buildMachine } from './build.ts'
import type { MachineDraft } from './draft.ts'
import { machineFacts } from './facts.ts'
import { gpus } from './gpus.ts'
import type { Link, Machine } from './machine.ts'
import { matrix } from './matrix.ts'
import { machineNamed } from './named.ts'
import { graphOf, pathBetween, pathsFrom } from './path.ts'

const GB = 1e9
const named = (text: string): Machine => {
  const result = machineNamed(text)
  if (!result.ok) throw new Error(text)
  return result.value
}
const factsOf = (draft: MachineDraft) => machineFacts(buildMachine(draft))

describe('the usual joining', () => {
  test.each([
    ['8xV100-SXM2', 'nvlink-mesh', [6]],
    ['4xV100-SXM2', 'nvlink-mesh', [6]],
    ['2xV100-SXM2', 'nvlink-mesh', [3]],
    ['16xV100-SXM2', 'nvswitch', [6]],
    ['8xP100-SXM2', 'nvlink-mesh', [4]],
    ['4xA100-SXM4', 'nvlink-mesh', [12]],
    ['8xA100-SXM4', 'nvswitch', [12]],
    ['4xH100-SXM5', 'nvlink-mesh', [18]],
    ['4xH100-SXM5,nvswitch', 'nvswitch', [18]],
    ['8xA100-PCIe', 'pcie', [0]],
    ['2xA100-PCIe,bridges', 'nvlink-mesh', [12]],
    ['4xA100-PCIe,bridges', 'pcie', [12]],
    ['8xH100-NVL', 'pcie', [12]],
    ['8xRTX4090', 'pcie', [0]],
    ['1xGH200', 'pcie', [0]],
    ['4xGH200', 'nvlink-mesh', [18]],
    ['4xGB200', 'nvswitch', [18]],
    ['2xMI300X', 'xgmi-mesh', [1]],
    ['4xMI300X', 'xgmi-mesh', [3]],
    ['2xMI250X', 'xgmi-mesh', [4]],
    ['8xMI300X', 'xgmi-mesh', [7]],
    ['8xMI250X', 'xgmi-mesh', [7, 6]],
    ['4xMI100', 'xgmi-mesh', [3]],
    ['8xMI100', 'pcie', [3]],
  ])('%s: %s', (text, inside, links) => {
    const facts = machineFacts(named(text))
    expect(facts.inside).toBe(inside)
    expect(new Set(facts.gpuLinks)).toEqual(new Set(links))
  })
})

describe('a DGX-1V', () => {
  const machine = named('dgx-1v')
  const { names, cells } = matrix(machine)
  const linksBetween = (a: number, b: number) => cells[a]?.[b]?.links ?? 0

  test('has 24 links; each GPU reaches 4 of its 7 peers by six of them', () => {
    let links = 0
    for (let a = 0; a < 8; a++) {
      const of = Array.from({ length: 8 }, (_, b) => linksBetween(a, b))
      expect(of.filter((count) => count > 0)).toHaveLength(4)
      expect(of.reduce((sum, count) => sum + count, 0)).toBe(6)
      links += 6
    }
    expect(links / 2).toBe(24)
    expect(names.slice(0, 8)).toEqual(Array.from({ length: 8 }, (_, gpu) => `GPU${gpu}`))
  })

  test('joins the others by SYS in the matrix, by one GPU in between for NCCL', () => {
    expect(cells[0]?.[5]).toEqual({ path: 'SYS', links: 0, bandwidth: 6 * GB })
    expect(pathBetween(machine, 'GPU0', 'GPU5')).toMatchObject({ type: 'NVB', bandwidth: 20 * GB })
    expect(pathBetween(machine, 'GPU0', 'GPU3')).toMatchObject({ type: 'NVL', bandwidth: 40 * GB })
  })
})

describe('where NICs hang', () => {
  const nics = (placement: 'switch' | 'cpu', gpu = 'A100-SXM4') =>
    factsOf({ gpu, gpus: 8, nics: { count: 4, bitsPerSecond: 200e9, placement } }).nics

  test('under the switches, spread over the GPUs', () => {
    expect(nics('switch').map(({ path }) => path)).toEqual(['PIX', 'PIX', 'PIX', 'PIX'])
    expect(nics('switch').map(({ nearest }) => nearest)).toEqual(['GPU0', 'GPU2', 'GPU4', 'GPU6'])
  })

  test('on the CPUs', () => {
    expect(nics('cpu').map(({ path }) => path)).toEqual(['PHB', 'PHB', 'PHB', 'PHB'])
    expect(nics('cpu').map(({ nearest }) => nearest)).toEqual(['GPU0', 'GPU0', 'GPU4', 'GPU4'])
    expect(nics('cpu', 'GB200').map(({ path }) => path)).toEqual(['P2C', 'P2C', 'P2C', 'P2C'])
  })

  test('by seats, as topo -m gives them', () => {
    const machine = buildMachine({
      gpu: 'A100-PCIe',
      gpus: 4,
      nics: {
        count: 4,
        bitsPerSecond: 200e9,
        placement: [
          { gpu: 0, path: 'PIX' },
          { gpu: 1, path: 'PXB' },
          { gpu: 2, path: 'PHB' },
          { gpu: 3, path: 'NODE' },
        ],
      },
    })
    expect(pathBetween(machine, 'NIC0', 'GPU0')?.type).toBe('PIX')
    expect(pathBetween(machine, 'NIC1', 'GPU1')?.type).toBe('PXB')
    expect(pathBetween(machine, 'NIC2', 'GPU2')?.type).toBe('PHB')
    expect(pathBetween(machine, 'NIC3', 'GPU3')?.type).toBe('PHB')
    expect(machineFacts(machine).nics.map(({ path }) => path)).toEqual(['PIX', 'PXB', 'PHB', 'PHB'])
  })

  test('SYS: on the socket that the GPU is not on', () => {
    const machine = buildMachine({
      gpu: 'A100-PCIe',
      gpus: 4,
      nics: { count: 1, bitsPerSecond: 200e9, placement: [{ gpu: 0, path: 'SYS' }] },
    })
    expect(pathBetween(machine, 'NIC0', 'GPU0')?.type).toBe('SYS')
  })

  test('a port faster than its PCIe slot gives what the slot gives', () => {
    const [nic] = factsOf({ gpu: 'A100-SXM4', gpus: 8, nics: { count: 1, bitsPerSecond: 400e9 } }).nics
    expect(nic).toMatchObject({ rawBandwidth: 50 * GB, bandwidth: 24 * GB })
  })

  test('FDR is sold as 56 Gb/s', () => {
    const [nic] = factsOf({ gpu: 'P100-SXM2', gpus: 8, nics: { count: 1, bitsPerSecond: 56e9 } }).nics
    expect(nic?.rawBandwidth).toBe(7 * GB)
  })
})

test('sockets: PCIe gives way to the CPU interconnect', () => {
  const machine = named('pcie4-4gpu-2switch')
  expect(pathBetween(machine, 'GPU0', 'GPU1')).toMatchObject({ type: 'PIX', bandwidth: 24 * GB })
  expect(pathBetween(machine, 'GPU0', 'GPU2')).toMatchObject({ type: 'SYS', bandwidth: 16 * GB })
})

test('two MI300X share one link: 48 GB/s, of which 47.7 are measured', () => {
  expect(pathBetween(named('2xMI300X'), 'GPU0', 'GPU1')).toMatchObject({ type: 'NVL', bandwidth: 48 * GB })
})

test.each(gpus)('$id: GPUs of a node reach each other, however many', ({ id }) => {
  for (const count of [1, 2, 3, 4, 5, 6, 7, 8, 12, 16]) {
    const machine = named(`${count}x${id}`)
    const paths = pathsFrom(graphOf(machine), 'GPU0')
    const reached = machine.devices.filter((device) => device.kind === 'GPU' && paths.has(device.id))
    expect(reached).toHaveLength(count)
  }
})

test('unequal GPUs: one has lost four of its NVLinks', () => {
  const facts = factsOf({ gpu: 'A100-SXM4-80GB', gpus: 8, nvlinksPerGpu: [12, 12, 12, 12, 12, 8, 12, 12] })
  expect(facts.gpuLinks).toEqual([12, 12, 12, 12, 12, 8, 12, 12])
  expect(facts.gpuLinkBandwidth).toBe(20 * GB)
})

test('what was supposed is said, what was given is not', () => {
  expect(named('8xH100-SXM5').assumed).toEqual(['cpu', 'nics'])
  expect(named('8xH100-SXM5+8x400G').assumed).toEqual(['cpu', 'nic-placement', 'fabric'])
  expect(named('8xH100-SXM5+8x400GbE,amd,nic-on-cpu').assumed).toEqual([])
  expect(named('8xA100-PCIe').assumed).toEqual(['nvlinks', 'cpu', 'nics'])
  expect(named('6xH100-SXM5').assumed).toContain('nvlinks')
})

test('an unknown GPU in a draft is a broken invariant', () => {
  expect(() => buildMachine({ gpu: 'Voodoo2', gpus: 2 })).toThrow('Voodoo2')
})

describe('facts of a graph made by hand', () => {
  const link = (from: string, to: string, kind: Link['kind'], bandwidth: number): Link[] => [
    { from, to, kind, count: 1, bandwidth, latencySeconds: 1e-6 },
    { from: to, to: from, kind, count: 1, bandwidth, latencySeconds: 1e-6 },
  ]

  test('of unknown GPUs, what their links say', () => {
    const facts = machineFacts({
      id: 'hand',
      title: 'hand',
      nodes: 3,
      assumed: [],
      devices: [
        { id: 'a', kind: 'GPU', model: 'Mystery 9000' },
        { id: 'b', kind: 'GPU' },
        { id: 'n', kind: 'NIC' },
      ],
      links: [...link('a', 'b', 'nvlink4', 20.6 * GB), ...link('a', 'n', 'pcie5', 48 * GB)],
    })
    expect(facts).toMatchObject({
      gpus: 2,
      nodes: 3,
      gpu: { id: 'Mystery 9000', computeCapability: 90, nvls: false },
      inside: 'nvlink-mesh',
      gpuLinks: [1, 1],
      sockets: 1,
      cpu: 'intel',
      nics: [{ id: 'n', path: 'PIX', bandwidth: 48 * GB, rawBandwidth: 0 }],
    })
    expect(facts).not.toHaveProperty('socketBandwidth')
  })

  test('of GPUs that nothing joins, and a NIC that reaches none', () => {
    const facts = machineFacts({
      id: 'loose',
      title: 'loose',
      nodes: 1,
      assumed: [],
      devices: [
        { id: 'a', kind: 'GPU', model: 'L4' },
        { id: 'b', kind: 'GPU', model: 'L4' },
        { id: 'n', kind: 'NIC' },
      ],
      links: [],
    })
    expect(facts).toMatchObject({
      inside: 'pcie',
      gpuLinks: [0, 0],
      gpuLinkBandwidth: 0,
      pcieBandwidth: 24 * GB,
    })
    expect(facts.nics).toEqual([{ id: 'n', rawBandwidth: 0, bandwidth: 0, path: 'DIS' }])
  })

  test('without a GPU there are none', () => {
    expect(() =>
      machineFacts({ id: 'none', title: 'none', nodes: 1, assumed: [], devices: [], links: [] }),
    ).toThrow('no GPU')
  })
})

test('eight V100 have too few links for a full mesh: their mesh is the cube mesh, every GPU with all six links', () => {
  expect(machineFacts(buildMachine({ gpu: 'V100-SXM2', gpus: 8, joining: 'mesh' })).gpuLinks).toEqual(
    Array.from({ length: 8 }, () => 6),
  )
})
