import { describe, expect, test } from 'vitest'
import { GiB, MiB } from '../base/units.ts'
import { withNodes } from '../machine/edits.ts'
import { machineNamed } from '../machine/named.ts'
import { expect as expectationFor } from './expect.ts'
import { singleFaults } from './faults.ts'
import { judge } from './judge.ts'

function of(name: string, nodes = 1) {
  const machine = machineNamed(name)
  const expectation =
    machine.ok && expectationFor({ collective: 'all_reduce', machine: withNodes(machine.value, nodes) })
  if (!expectation) throw new Error(name)
  return expectation
}

describe('grades', () => {
  test.each([
    ['dgx-a100', 1, 84, 'bad'],
    ['dgx-a100', 1, 151, 'low'],
    ['dgx-a100', 1, 195, 'acceptable'],
    ['dgx-a100', 1, 210, 'healthy'],
    ['dgx-h100', 1, 480, 'healthy'],
    ['dgx-h100', 2, 310, 'low'],
  ] as const)('%s x %d: %d is %s', (name, nodes, busbw, grade) => {
    expect(judge(of(name, nodes), busbw).grade).toBe(grade)
  })

  test('a share is of the middle of the band at that size', () => {
    const expectation = of('dgx-a100')
    expect(judge(expectation, 115, 16 * GiB).share).toBeCloseTo(0.5, 2)
    expect(judge(expectation, 128, 16 * MiB).grade).toBe('healthy')
    expect(judge(expectation, 128, 16 * MiB).expected.bytes).toBe(16 * MiB)
    expect(judge(expectation, 110, 12_345_678).expected.bytes).toBe(12_345_678)
  })

  test('no verdict below 1 MiB, nor where machines of a kind differ by more than a factor of two', () => {
    expect(judge(of('dgx-h100'), 0.01, 64 * 1024).grade).toBe('range')
    expect(judge(of('rtx4090-8gpu'), 2.7).grade).toBe('range')
    expect(judge(of('rtx4090-8gpu'), 1).grade).toBe('low')
  })
})

describe('single faults', () => {
  const fitting = (name: string, nodes: number, busbw: number) =>
    singleFaults(of(name, nodes), busbw).filter(({ fits }) => fits)
  const ruledOut = (name: string, nodes: number, busbw: number) =>
    singleFaults(of(name, nodes), busbw)
      .filter(({ fits }) => !fits)
      .map(({ id }) => id)

  test('A800 with one 200G NIC, 12 nodes, 15.3: the NIC hangs on a CPU', () => {
    expect(fitting('8xA800-SXM4+1x200G', 12, 15.3)[0]?.id).toBe('nic-on-cpu')
    expect(ruledOut('8xA800-SXM4+1x200G', 12, 15.3)).toEqual(
      expect.arrayContaining(['gdr-off', 'tcp', 'p2p-off', 'll-forced']),
    )
  })

  test('two H100 nodes, 310: a smaller size, or 6 of 8 NICs by ring', () => {
    const faults = fitting('dgx-h100', 2, 310)
    expect(faults).toContainEqual(
      expect.objectContaining({ id: 'nic-lost', values: { left: 6, of: 8 }, algorithm: 'Ring' }),
    )
    expect(faults.map(({ id }) => id)).toContain('smaller-size')
    expect(ruledOut('dgx-h100', 2, 310)).toEqual(expect.arrayContaining(['gdr-off', 'tcp', 'one-nic']))
  })

  test('DGX A100, 151: a GPU with 8 of 12 NVLinks', () => {
    const [first] = fitting('dgx-a100', 1, 151)
    expect(first).toMatchObject({ id: 'nvlinks-lost', values: { left: 8, of: 12 } })
    expect(first?.busbw).toBeCloseTo(153.6, 0)
  })

  test('H100, 370: NVLS off or a ring forced', () => {
    const ids = fitting('dgx-h100', 1, 370).map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(['nvls-off', 'ring-forced']))
  })

  test('a smaller size is none below 1 MiB, where latency decides', () => {
    const smaller = singleFaults(of('dgx-a100'), 10).find(({ id }) => id === 'smaller-size')
    expect(smaller).toMatchObject({ values: { bytes: MiB }, fits: false })
  })

  test('a healthy number, and a number that is none, have no fault', () => {
    expect(singleFaults(of('dgx-a100'), 232)).toEqual([])
    expect(singleFaults(of('dgx-a100'), Number.NaN)).toEqual([])
    expect(singleFaults(of('dgx-a100'), 0)).toEqual([])
  })

  test('every fault costs something, and one entry stands for each', () => {
    for (const [name, nodes] of [
      ['dgx-h100', 2],
      ['dgx-1v', 1],
      ['mi300x', 2],
      ['pcie4-8gpu', 1],
    ] as const) {
      const expectation = of(name, nodes)
      const faults = singleFaults(expectation, expectation.plateau.busbw / 2)
      expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length)
      for (const { busbw } of faults) expect(busbw).toBeLessThan(expectation.plateau.busbw)
    }
  })
})
