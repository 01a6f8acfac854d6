import { describe, expect, test } from 'vitest'
import type { Evidence } from '../../evidence/evidence.ts'
import { curves } from '../curves.ts'
import { facts, matrix, printed, type RunMadeUp, run, switched } from '../hand-made.fixtures.ts'
import { series } from '../series.ts'
import { machineOfRun } from './machine-of-run.ts'
import { titleOf } from './title.ts'

function runOf(made: RunMadeUp, more: readonly Evidence[] = [], options: Parameters<typeof facts>[1] = {}) {
  const all = facts([run(made), ...more], options)
  const [curve] = curves(all)
  if (!curve) throw new Error('no curve')
  return machineOfRun(all, curve)
}

const knownOf = (...asked: Parameters<typeof runOf>) => runOf(...asked).known

describe('hosts of a machine given with --on', () => {
  const on = 'dgx-a100'
  test.each([
    ['ranks beyond one node', { ranks: 24 }, { on }, 3],
    ['hosts in the device lines', { ranks: 4, hosts: ['a1', 'a2'] }, { on }, 2],
    ['--nodes', { ranks: 24 }, { on, nodes: 4 }, 4],
    ['--nodes and the device lines', { ranks: 24, hosts: ['a1', 'a2', 'a3'] }, { on, nodes: 3 }, 3],
    ['a device list that was cut', { ranks: 16, devices: run({ host: 'a1' }).devices }, { on }, 2],
    ['nothing', { ranks: 8 }, { on }, 1],
  ])('are what %s say', (_, made, options, hosts) => {
    expect(runOf(made, [], options)).toMatchObject({ exact: { id: 'dgx-a100' }, known: { hosts } })
  })

  test('a list that names every rank counts before --nodes', () => {
    expect(knownOf({ ranks: 24, hosts: ['a1', 'a2', 'a3'] }, [], { on, nodes: 4 })).toMatchObject({
      hosts: 3,
    })
  })

  test('where one name stands for several hosts, as in containers, --nodes counts', () => {
    const { devices: half } = run({ ranks: 8, host: 'localhost' })
    expect(knownOf({ ranks: 16, devices: [...half, ...half] }, [], { on, nodes: 2 })).toMatchObject({
      hosts: 2,
    })
  })

  test('with more ranks than the named machine has GPUs there is no expectation', () => {
    const [one] = series(facts([run({ ranks: 16, host: 'a1' })], { on, nodes: 1 }))
    expect(one?.expectation).toBeUndefined()
  })
})

describe('a file that contradicts --on', () => {
  const ports = (gigabits: number, count: number): Evidence => ({
    kind: 'host-facts',
    host: 'a1',
    source: 'ibstat',
    facts: Array.from({ length: count }, (_, at) => ({
      is: 'port' as const,
      device: `mlx5_${at}`,
      port: 1,
      rate: (gigabits * 1e9) / 8,
      linkLayer: 'infiniband' as const,
      place: { input: 'ibstat.txt', line: at + 1, text: `Rate: ${gigabits}` },
    })),
    place: { input: 'ibstat.txt', line: 1, text: 'ibstat' },
  })

  test('is judged, and both are told', () => {
    const two = runOf({ ranks: 16, hosts: ['a1', 'a2'] }, [ports(400, 8)], { on: 'dgx-a100' })
    expect(two.contradictions).toMatchObject([{ fact: 'network', given: '8 x 200G', read: '8 x 400G' }])
    expect(two.contradictions[0]?.places[0]).toMatchObject({ input: 'ibstat.txt', line: 1 })
    expect(two.exact).toBeUndefined()
    expect(two.known?.network).toMatchObject({ count: 8, bitsPerSecond: 400e9 })
  })

  test('the same ports confirm it', () => {
    const two = runOf({ ranks: 16, hosts: ['a1', 'a2'] }, [ports(200, 8)], { on: 'dgx-a100' })
    expect(two.contradictions).toEqual([])
    expect(two.exact?.id).toBe('dgx-a100')
  })

  test('another GPU model is told; 40 and 80 GB are one board', () => {
    expect(
      runOf({ host: 'a1', gpu: 'NVIDIA H100 80GB HBM3' }, [], { on: 'dgx-a100' }).contradictions,
    ).toMatchObject([{ fact: 'gpu', read: 'H100-SXM5' }])
    expect(
      runOf({ host: 'a1', gpu: 'NVIDIA A100-SXM4-40GB' }, [], { on: 'dgx-a100' }).contradictions,
    ).toEqual([])
  })
})

describe('a machine that nobody names', () => {
  test('eight A100-SXM4 on one host: one machine', () => {
    const [one] = series(facts([run({ host: 'gpu-07' })]))
    expect(one?.run.known).toMatchObject({ gpu: { id: 'A100-SXM4-80GB' }, hosts: 1, ranksAHost: 8 })
    expect(one?.interval?.able).toHaveLength(1)
    expect(one && titleOf(one.run)).toBe('8 x A100-SXM4-80GB')
  })

  test('four of them: a board of four or half of one of eight, until topo -m says it', () => {
    expect(knownOf({ ranks: 4, host: 'gpu-07' })?.gpusAHost).toEqual({ least: 4, exact: false })
    const whole = switched([12, 12, 12, 12, 12, 12, 12, 12])
    expect(knownOf({ ranks: 4, host: 'gpu-07' }, [whole])).toMatchObject({
      gpusAHost: { least: 8, exact: true },
      joining: 'nvswitch',
      nvlinksPerGpu: 12,
    })
  })

  test('several hosts: the network is open', () => {
    expect(knownOf({ ranks: 16, hosts: ['a1', 'a2'] })).toMatchObject({ hosts: 2, ranksAHost: 8 })
    expect(knownOf({ ranks: 16, hosts: ['a1', 'a2'] })?.network).toBeUndefined()
  })

  test('NICs are counted and placed by topo -m; those that serve storage are left out', () => {
    const links =
      'GPU0 X NV12 NV12 NV12 PXB SYS SYS\nGPU1 NV12 X NV12 NV12 PXB SYS SYS\nGPU2 NV12 NV12 X NV12 SYS PXB SYS\nGPU3 NV12 NV12 NV12 X SYS PXB SYS'
    const shown = matrix(`GPU0 GPU1 GPU2 GPU3 NIC0 NIC1 NIC2\n${links}`, 'a1')
    const network = knownOf({ ranks: 8, hosts: ['a1', 'a2'] }, [shown])?.network
    expect(network).toMatchObject({ count: 2, seats: [{ path: 'PXB' }, { path: 'PXB' }] })
    expect(network?.bitsPerSecond).toBeUndefined()
  })

  test('an excerpt that was cut counts no NICs', () => {
    const cut = 'GPU0 GPU1 NIC0 NIC1\nGPU0 X NV12 PXB SYS'
    expect(knownOf({ ranks: 4, hosts: ['a1', 'a2'] }, [matrix(cut, 'a1')])?.network).toBeUndefined()
  })

  test('PCIe cards without NVLink by topo -m: two sockets, two a switch, no bridges', () => {
    const shown = matrix(
      'GPU0 GPU1 GPU2 GPU3\nGPU0 X PIX SYS SYS\nGPU1 PIX X SYS SYS\nGPU2 SYS SYS X PIX\nGPU3 SYS SYS PIX X',
    )
    expect(knownOf({ ranks: 4, host: 'g1', gpu: 'NVIDIA A100-PCIE-40GB' }, [shown])).toMatchObject({
      joining: 'pcie',
      host: { sockets: 2, gpusPerSwitch: 2 },
    })
  })

  test('a list that was cut: the largest index counts a host’s GPUs, the ranks its hosts', () => {
    const devices = run({ host: 'a1' }).devices.filter(({ device }) => device === 0 || device === 7)
    expect(knownOf({ ranks: 32, devices })).toMatchObject({ hosts: 4, ranksAHost: 8 })
  })

  test.each([
    [3, 8, 1],
    [6, 16, 2],
    [8, 16, 2],
    // No board divides them: as many as were seen.
    [5, 15, 3],
  ])('a list that ends within its first host, after %i devices of %i ranks', (listed, ranks, hosts) => {
    const devices = run({ host: 'a1' }).devices.slice(0, listed)
    expect(knownOf({ ranks, devices })).toMatchObject({ hosts })
  })

  describe('a table that names no host, beside an inventory', () => {
    const eight = switched([12, 12, 12, 12, 12, 12, 12, 12])
    const a100 = printed(
      undefined,
      Array.from({ length: 8 }, (_, at) => `GPU ${at}: NVIDIA A100-SXM4-80GB (UUID: GPU-${at})`).join('\n'),
    )
    test.each([
      ['as many ranks as GPUs', 8, 1],
      ['twice as many', 16, 2],
      ['fewer', 4, 1],
    ])('%s', (_, ranks, hosts) => {
      expect(runOf({ ranks }, [eight, ...a100]).known).toMatchObject({ hosts, gpu: { id: 'A100-SXM4-80GB' } })
    })

    test('ranks that do not fill its hosts evenly: open', () => {
      expect(runOf({ ranks: 12 }, [eight, ...a100]).known).toBeUndefined()
    })
  })

  test('a second host in the list says how many the first has', () => {
    const ofFour = (host: string) => run({ host, ranks: 4 }).devices
    const devices = [...ofFour('a1'), ...ofFour('a2').slice(0, 2)]
    expect(knownOf({ ranks: 16, devices })).toMatchObject({ hosts: 4, ranksAHost: 4 })
  })

  test.each([
    ['an unknown GPU', run({ host: 'a1', gpu: 'NVIDIA Graphics Device' })],
    ['a slice of a GPU', run({ host: 'a1', gpu: 'NVIDIA A100-SXM4-80GB MIG 3g.40gb' })],
    ['no device lines', run()],
    [
      'two models',
      {
        ...run(),
        devices: [...run({ host: 'a1' }).devices, ...run({ host: 'a1', gpu: 'NVIDIA H100 PCIe' }).devices],
      },
    ],
  ])('is open for %s', (_, made) => {
    const all = facts([made])
    const [curve] = curves(all)
    expect(curve && machineOfRun(all, curve).known).toBeUndefined()
  })

  test('another host’s matrix is not taken', () => {
    const other = switched([12, 12, 12, 12, 12, 12, 12, 12], 'gpu-08')
    expect(knownOf({ ranks: 4, host: 'gpu-07' }, [other])?.gpusAHost).toEqual({ least: 4, exact: false })
  })
})
