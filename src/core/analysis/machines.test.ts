import { describe, expect, test } from 'vitest'
import type { Evidence } from '../evidence/evidence.ts'
import { machineFacts } from '../machine/facts.ts'
import { curves } from './curves.ts'
import { facts, matrix, type RunMadeUp, run, switched } from './hand-made.fixtures.ts'
import { machineOf } from './machines.ts'
import { series } from './series.ts'

function machineFor(
  made: RunMadeUp,
  more: readonly Evidence[] = [],
  options: Parameters<typeof facts>[1] = {},
) {
  const given = facts([run(made), ...more], options)
  const [curve] = curves(given)
  return curve && machineOf(given, curve)
}

describe('a machine given with --on', () => {
  const on = 'dgx-a100'
  test.each([
    ['ranks beyond one node', { ranks: 24 }, { on }, 3],
    ['hosts in the device lines', { ranks: 4, hosts: ['a1', 'a2'] }, { on }, 2],
    ['--nodes', { ranks: 24 }, { on, nodes: 4 }, 4],
    ['--nodes and the device lines', { ranks: 24, hosts: ['a1', 'a2', 'a3'] }, { on, nodes: 3 }, 3],
    ['a device list that was cut', { ranks: 16, devices: run({ host: 'a1' }).devices }, { on }, 2],
    ['nothing', { ranks: 8 }, { on }, 1],
  ])('has the nodes that %s say', (_, made, options, nodes) => {
    const machine = machineFor(made, [], options)
    expect(machine).toMatchObject({ id: 'dgx-a100', nodes })
    expect(machine?.assumed).not.toContain('nodes')
  })

  test('which --nodes says and the device lines contradict are supposed', () => {
    const machine = machineFor({ ranks: 24, hosts: ['a1', 'a2', 'a3'] }, [], { on, nodes: 4 })
    expect(machine).toMatchObject({ nodes: 4 })
    expect(machine?.assumed).toContain('nodes')
  })

  test('where one name stands for several hosts, as in containers, --nodes counts', () => {
    const { devices: half } = run({ ranks: 8, host: 'localhost' })
    const devices = [...half, ...half]
    const machine = machineFor({ ranks: 16, devices }, [], { on, nodes: 2 })
    expect(machine).toMatchObject({ nodes: 2 })
    expect(machine?.assumed).not.toContain('nodes')
  })

  test('with more ranks than the named machine has GPUs there is no expectation', () => {
    const [run16] = series(facts([run({ ranks: 16, host: 'a1' })], { on, nodes: 1 }))
    expect(run16?.expectation).toBeUndefined()
  })
})

describe('a guessed machine', () => {
  test('eight A100-SXM4 on one host: nothing that matters is supposed', () => {
    const [ofHost] = series(facts([run({ host: 'gpu-07' })]))
    expect(ofHost?.machine).toMatchObject({ nodes: 1 })
    expect(ofHost?.machine && machineFacts(ofHost.machine)).toMatchObject({
      gpus: 8,
      inside: 'nvswitch',
      gpu: { id: 'A100-SXM4-80GB' },
    })
    expect(ofHost?.expectation?.assumed).toEqual([])
  })

  test('four of them: how many the host has is supposed, until topo -m says it', () => {
    expect(machineFor({ ranks: 4, host: 'gpu-07' })?.assumed).toContain('gpu-count')
    const machine = machineFor({ ranks: 4, host: 'gpu-07' }, [switched([12, 12, 12, 12, 12, 12, 12, 12])])
    expect(machine?.assumed).not.toContain('gpu-count')
    expect(machine && machineFacts(machine).gpus).toBe(8)
  })

  test('several hosts: NICs and fabric are supposed', () => {
    const machine = machineFor({ ranks: 16, hosts: ['a1', 'a2'] })
    expect(machine).toMatchObject({ nodes: 2 })
    expect(machine?.assumed).toEqual(expect.arrayContaining(['nics', 'fabric']))
  })

  test('NICs are counted and placed by topo -m; those that serve storage are left out', () => {
    const links =
      'GPU0 X NV12 NV12 NV12 PXB SYS SYS\nGPU1 NV12 X NV12 NV12 PXB SYS SYS\nGPU2 NV12 NV12 X NV12 SYS PXB SYS\nGPU3 NV12 NV12 NV12 X SYS PXB SYS'
    const topoMatrix = matrix(`GPU0 GPU1 GPU2 GPU3 NIC0 NIC1 NIC2\n${links}`, 'a1')
    const machine = machineFor({ ranks: 8, hosts: ['a1', 'a2'] }, [topoMatrix])
    expect(machine && machineFacts(machine).nics.map(({ path }) => path)).toEqual(['PXB', 'PXB'])
    expect(machine?.assumed).not.toContain('nic-placement')
  })

  test('an excerpt that was cut counts no NICs', () => {
    const cut = 'GPU0 GPU1 NIC0 NIC1\nGPU0 X NV12 PXB SYS'
    const machine = machineFor({ ranks: 4, hosts: ['a1', 'a2'] }, [matrix(cut, 'a1')])
    expect(machine?.assumed).toEqual(expect.arrayContaining(['nics', 'nic-placement']))
  })

  test('PCIe cards without NVLink by topo -m: two sockets, two a switch, no bridges supposed', () => {
    const topoMatrix = matrix(
      'GPU0 GPU1 GPU2 GPU3\nGPU0 X PIX SYS SYS\nGPU1 PIX X SYS SYS\nGPU2 SYS SYS X PIX\nGPU3 SYS SYS PIX X',
    )
    const machine = machineFor({ ranks: 4, host: 'g1', gpu: 'NVIDIA A100-PCIE-40GB' }, [topoMatrix])
    expect(machine && machineFacts(machine)).toMatchObject({ inside: 'pcie', sockets: 2, gpusPerSwitch: 2 })
    expect(machine?.assumed).not.toContain('nvlinks')
  })

  test.each([
    ['an unknown GPU', run({ host: 'a1', gpu: 'NVIDIA Graphics Device' })],
    ['no device lines', run()],
    [
      'two models',
      {
        ...run(),
        devices: [...run({ host: 'a1' }).devices, ...run({ host: 'a1', gpu: 'NVIDIA H100 PCIe' }).devices],
      },
    ],
  ])('is none for %s', (_, made) => {
    const given = facts([made])
    const [curve] = curves(given)
    expect(curve && machineOf(given, curve)).toBeUndefined()
  })

  test('another host’s matrix is not taken', () => {
    const machine = machineFor({ ranks: 4, host: 'gpu-07' }, [
      switched([12, 12, 12, 12, 12, 12, 12, 12], 'gpu-08'),
    ])
    expect(machine && machineFacts(machine).gpus).toBe(4)
  })
})
