import { describe, expect, test } from 'vitest'
import { withFabric, withNodes } from '../machine/edits.ts'
import { machineNamed } from '../machine/named.ts'
import { presets } from '../machine/presets/index.ts'
import { NETWORK, slowdown, tablesFor } from './efficiency-curve.ts'
import { type Job, jobOf } from './job.ts'
import { measuredTables } from './measured/index.ts'

function job(name: string, nodes = 1) {
  const machine = machineNamed(name)
  const of = machine.ok ? jobOf(withNodes(machine.value, nodes)) : undefined
  if (!of?.ok) throw new Error(name)
  return of.value
}

const at = (job: Job, seconds: number, latencySeconds = 50e-6) =>
  slowdown('all_reduce', job, { seconds, latencySeconds })

describe('the way to the plateau', () => {
  test('100 us of modelled time take half as long again on one node, 1 ms a tenth, and 100 ms nothing', () => {
    for (const name of ['dgx-a100', 'dgx-h100']) {
      expect(at(job(name), 100e-6)).toBeGreaterThan(1.3)
      expect(at(job(name), 100e-6)).toBeLessThan(1.7)
      expect(at(job(name), 1e-3)).toBeLessThan(1.2)
      expect(at(job(name), 0.1)).toBeLessThan(1.02)
    }
  })

  test('EFA is slower on the way than InfiniBand', () => {
    const efa = at(job('aws-p5', 2), 300e-6)
    expect(efa).toBeGreaterThan(1.2 * at(job('dgx-h100', 2), 300e-6))
  })

  test('a long ring of small chunks takes twice its latency, whatever the number of nodes', () => {
    for (const nodes of [16, 128]) {
      expect(at(job('dgx-h100', nodes), 5e-3, 4e-3)).toBeGreaterThan(1.6)
      expect(at(job('dgx-h100', nodes), 5e-3, 0.5e-3)).toBeLessThan(1.15)
    }
  })

  test('more modelled time is never less time', () => {
    for (const { machine } of presets)
      for (const nodes of [1, 2, 4])
        for (const kind of ['ib', 'efa'] as const) {
          const of = jobOf(withFabric(withNodes(machine, nodes), { kind, oversubscription: 1 }))
          if (!of.ok) continue
          let before = 0
          for (let modelled = 1e-6; modelled < 1; modelled *= 1.2) {
            const seconds = modelled * at(of.value, modelled)
            expect(seconds).toBeGreaterThanOrEqual(before * (1 - 1e-9))
            before = seconds
          }
        }
  })
})

test('every measured table is used by its own machine, or by machines like it', () => {
  const own = measuredTables.flatMap(({ machine, collective }) => {
    const of = jobOf(machine)
    return of.ok ? tablesFor(collective, of.value) : []
  })
  const used = new Set([...own, ...NETWORK])
  expect(measuredTables.filter((table) => !used.has(table)).map(({ id }) => id)).toEqual([])
})
