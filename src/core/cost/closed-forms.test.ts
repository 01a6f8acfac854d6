import { describe, expect, test } from 'vitest'
import type { CollectiveName } from '../collectives/names.ts'
import { withFabric, withNodes } from '../machine/edits.ts'
import type { Machine } from '../machine/machine.ts'
import { machineNamed } from '../machine/named.ts'
import { closedForm } from './closed-forms.ts'
import { jobOf } from './job.ts'

function form(name: string | Machine, collective: CollectiveName, nodes = 1) {
  const named = typeof name === 'string' ? machineNamed(name) : undefined
  const machine = typeof name === 'string' ? (named?.ok ? named.value : undefined) : name
  const job = machine && jobOf(withNodes(machine, nodes))
  if (!job?.ok) throw new Error('no job')
  return closedForm(collective, job.value)
}

describe('all_to_all', () => {
  test('between nodes: N/(N-1) of the NIC of each GPU', () => {
    for (const nodes of [2, 3, 4, 8]) {
      const { busbw, full } = form('dgx-h100', 'all_to_all', nodes)
      // busbw counts (n-1)/n of the bytes.
      const share = (8 * nodes - 1) / (8 * nodes - 8)
      expect(busbw / (share * 48)).toBeCloseTo(1, 1)
      expect(full).toBe('nic')
    }
  })

  test('inside: the NVLinks of a GPU; relayed on a cube mesh; the shared uplink or the sockets on PCIe', () => {
    expect(form('dgx-a100', 'all_to_all')).toMatchObject({ full: 'nvlink' })
    expect(form('dgx-a100', 'all_to_all').busbw).toBeCloseTo(221, 0)
    expect(form('dgx-1v', 'all_to_all').busbw).toBeLessThan(0.75 * form('dgx-1v', 'all_gather').busbw)
    const pcie = form('pcie4-8gpu', 'all_to_all')
    expect(pcie.busbw).toBeLessThan(form('pcie4-8gpu', 'all_gather').busbw)
    expect(['pcie', 'cpu-interconnect']).toContain(pcie.full)
  })

  test('an oversubscribed spine divides it', () => {
    const machine = machineNamed('dgx-h100')
    if (!machine.ok) throw new Error('dgx-h100')
    const half = form(withFabric(machine.value, { kind: 'ib', oversubscription: 2 }), 'all_to_all', 4)
    expect(half.busbw / form('dgx-h100', 'all_to_all', 4).busbw).toBeCloseTo(0.5)
    expect(half.full).toBe('fabric')
  })
})

describe('sends and receives', () => {
  test('four A100 joined by NV4: 72 of 80 GB/s between neighbours', () => {
    const { busbw, full } = form('4xA100-SXM4', 'send_recv')
    expect(busbw).toBeCloseTo(72)
    expect(full).toBe('nvlink')
  })

  test('between nodes one pair, so one NIC, decides', () => {
    expect(form('dgx-h100', 'send_recv', 2).busbw).toBeCloseTo(48, 0)
  })

  test('gather and scatter are held by the root: its NVLinks, or its NIC for what comes from other nodes', () => {
    expect(form('dgx-a100', 'gather').busbw).toBeGreaterThan(200)
    const two = form('dgx-h100', 'scatter', 2)
    expect(two.full).toBe('nic')
    expect(two.busbw).toBeCloseTo((48 * 15) / 8, 0)
  })
})

describe('rings', () => {
  test('xGMI: seven disjoint rings', () => {
    expect(form('mi300x', 'all_reduce').busbw).toBeCloseTo(0.94 * 336, 0)
    expect(form('mi300x', 'all_reduce').full).toBe('xgmi')
    expect(form('mi300x', 'all_reduce', 2).full).toBe('nic')
  })

  test('PCIe: held by the sockets where the ring crosses them, and far lower through host memory', () => {
    const p2p = form('pcie4-8gpu', 'all_reduce')
    expect(p2p.full).toBe('cpu-interconnect')
    expect(p2p.busbw).toBeCloseTo(0.9 * 16)
    const host = form('rtx4090-8gpu', 'all_reduce')
    expect(host.busbw).toBeLessThan(p2p.busbw)
    expect(host.high / host.low).toBeGreaterThan(4)
  })

  test('latency grows with the ring', () => {
    const [few, many] = [form('dgx-a100', 'all_reduce', 2), form('dgx-a100', 'all_reduce', 8)]
    expect(many.latencySeconds).toBeGreaterThan(3 * few.latencySeconds)
  })
})
