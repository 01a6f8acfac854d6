import { describe, expect, test } from 'vitest'
import { machineNamed } from '../machine/named.ts'
import { stepShare } from './step.ts'

const on = (name: string) => {
  const machine = machineNamed(name)
  if (!machine.ok) throw new Error(name)
  return machine.value
}

describe('share of a step', () => {
  /**
   * The well-known 60 % -> 10 %: BERT-large (336 M parameters, fp32, 1.34 GB of gradients a step), data-parallel on eight
   * V100, computation 150 ms a step, one all_reduce at the end, nothing hidden.
   */
  test('eight GPUs on PCIe 3.0 spend about 60 % on gradients, on NVLink about 10 %', () => {
    const traffic = [{ collective: 'all_reduce', bytes: 336e6 * 4 }] as const
    const pcie = stepShare({ machine: on('pcie3-8gpu'), traffic, computeSeconds: 0.15 })
    const nvlink = stepShare({ machine: on('dgx-1v'), traffic, computeSeconds: 0.15 })
    expect(pcie?.share).toBeCloseTo(0.62, 1)
    expect(nvlink?.share).toBeCloseTo(0.11, 1.3)
  })

  test('what is hidden is not waited for, and no more can be hidden than there is computation', () => {
    const traffic = [{ collective: 'all_reduce', bytes: 1e9 }] as const
    const question = { machine: on('dgx-a100'), traffic, computeSeconds: 0.1 }
    const bare = stepShare(question)
    const half = stepShare({ ...question, overlap: 0.5 })
    expect((half?.exposedSeconds ?? 0) / (bare?.exposedSeconds ?? 1)).toBeCloseTo(0.5)
    expect(stepShare({ ...question, overlap: 1 })?.share).toBe(0)
    const short = stepShare({ ...question, computeSeconds: 1e-3, overlap: 1 })
    expect(short?.exposedSeconds).toBeCloseTo((short?.communicationSeconds ?? 0) - 1e-3)
  })

  test('many small calls cost more than one of the same bytes', () => {
    const machine = on('dgx-h100')
    const whole = stepShare({
      machine,
      computeSeconds: 1,
      traffic: [{ collective: 'all_reduce', bytes: 1e9 }],
    })
    const traffic = [{ collective: 'all_reduce', bytes: 1e9, calls: 1000 }] as const
    const small = stepShare({ machine, computeSeconds: 1, traffic })
    expect(small?.communicationSeconds).toBeGreaterThan(2 * (whole?.communicationSeconds ?? 0))
    expect(small?.bytes).toBe(1e9)
  })

  test('nothing sent takes nothing; what the machine cannot do has no answer', () => {
    expect(stepShare({ machine: on('dgx-a100'), computeSeconds: 1, traffic: [] })?.share).toBe(0)
    const traffic = [{ collective: 'all_reduce', bytes: 1e9 }] as const
    expect(stepShare({ machine: on('dgx-a100'), ranks: 1, computeSeconds: 1, traffic })).toBeUndefined()
  })
})
