import { describe, expect, test } from 'vitest'
import { machineFacts } from '../machine/facts.ts'
import { gpuNamed } from '../machine/gpus.ts'
import { machineNamed } from '../machine/named.ts'
import { plausible } from '../machine/plausible/plausible.ts'
import type { KnownMachine } from '../machine/plausible/value.ts'
import { expect as expected } from './expect.ts'
import { outlookGiven } from './outlook-given.ts'
import { type IntervalJudgement, judgeOver, outlook } from './over-machines.ts'

const PLATEAU = { collective: 'all_reduce', bytes: 2 ** 34 } as const

function known(
  gpu: string,
  hosts: number,
  ranksAHost: number,
  more: Partial<KnownMachine> = {},
): KnownMachine {
  const model = gpuNamed(gpu)
  if (!model) throw new Error(gpu)
  return {
    gpu: model,
    ranks: hosts * ranksAHost,
    hosts,
    ranksAHost,
    gpusAHost: { least: ranksAHost, exact: false },
    ...more,
  }
}

const nics = (count: number, gigabits: number): Partial<KnownMachine> => ({
  network: { count, bitsPerSecond: gigabits * 1e9, kind: 'ib' },
})

function judged(machine: KnownMachine, busbw: number): IntervalJudgement {
  const judgement = judgeOver(outlook(machine, PLATEAU), busbw)
  if (!judgement) throw new Error('nothing expected')
  return judgement
}

describe('a number over all machines that it may be', () => {
  test.each([
    [
      '2 x 8 L40S on 2 x 200G, 20 GB/s: a host that gives less is ruled out',
      known('L40S', 2, 8, nics(2, 200)),
      20,
      'healthy',
    ],
    ['the same at 9.6 GB/s', known('L40S', 2, 8, nics(2, 200)), 9.6, 'undecided'],
    ['8 A100-PCIe, 22 GB/s', known('A100-PCIe', 1, 8), 22, 'healthy'],
    [
      'two A100 PCIe cards, 207 GB/s: bridged, it cannot be otherwise',
      known('A100-PCIe', 1, 2),
      207,
      'healthy',
    ],
    ['4 x 8 A100, 94 GB/s', known('A100-SXM4', 4, 8), 94, 'undecided'],
    ['the same on 4 x 200G', known('A100-SXM4', 4, 8, nics(4, 200)), 94, 'healthy'],
    ['four hosts of 4 GB200, 805 GB/s: one NVLink domain', known('GB200', 4, 4), 805, 'healthy'],
    ['8 A100, 342 GB/s', known('A100-SXM4', 1, 8), 342, 'beyond'],
    ['8 A100, 84 GB/s', known('A100-SXM4', 1, 8), 84, 'bad'],
    ['4 H100 of one host, 250 GB/s', known('H100-SXM5', 1, 4), 250, 'low'],
    ['4 RTX 3090, 9 GB/s: slots of 8 lanes', known('RTX3090', 1, 4), 9, 'undecided'],
    ['2 x 8 H100 far below any network', known('H100-SXM5', 2, 8), 0.5, 'undecided'],
  ])('%s', (_, machine, busbw, grade) => expect(judged(machine, busbw).grade).toBe(grade))

  test('the one fact that decides is named, with what the number means under each value', () => {
    expect(judged(known('L40S', 2, 8, nics(2, 200)), 9.6).deciding?.fact).toBe('host')
    const { deciding } = judged(known('A100-SXM4', 4, 8), 94)
    expect(deciding?.fact).toBe('network')
    expect(deciding?.means).toMatchObject([
      { values: expect.arrayContaining(['8x200G']), grade: 'bad' },
      { values: expect.arrayContaining(['4x200G']), grade: 'healthy' },
    ])
    expect(deciding?.means.map(({ values }) => values[0])).toEqual(['8x200G', '4x200G'])
  })

  test('what cannot have given the number is ruled out', () => {
    const { able, ruledOut } = judged(known('A100-SXM4', 4, 8), 94)
    const idsOf = (cases: typeof able) =>
      cases.flatMap(({ candidate }) => candidate.values.map(({ id }) => id))
    expect(idsOf(ruledOut)).toEqual(expect.arrayContaining(['1x100G', '1x200G', '2x200G']))
    expect(idsOf(able)).not.toContain('1x100G')
  })

  test('an open network accuses nobody, whatever the number', () => {
    for (const busbw of [0.01, 1, 10, 50, 100, 190, 250, 300, 350])
      expect(['low', 'bad']).not.toContain(judged(known('H100-SXM5', 4, 8), busbw).grade)
  })
})

describe('the outlook', () => {
  test('ports set on a graph without any give what a machine built with them gives', () => {
    for (const [gpu, hosts, ranks] of [
      ['H100-SXM5', 4, 8],
      ['A100-SXM4', 2, 4],
      ['L40S', 2, 8],
      ['GB200', 4, 4],
    ] as const)
      for (const { machine, job, row } of outlook(known(gpu, hosts, ranks), PLATEAU)) {
        const built = expected({
          collective: 'all_reduce',
          machine: { ...machine(), nodes: job.nodes },
          ranks: job.ranks,
          ranksPerNode: job.ranksPerNode,
        })
        expect(built?.plateau.busbw, `${gpu} ${machineFacts(machine()).nics.length}`).toBeCloseTo(
          row.busbw,
          6,
        )
      }
  })

  test('a preset is one machine: the answer is that of its own expectation', () => {
    const machine = machineNamed('dgx-a100')
    if (!machine.ok) throw new Error('no dgx-a100')
    const [only, ...others] = outlookGiven(machine.value, { ranks: 8, ranksPerNode: 8, hosts: 1 }, PLATEAU)
    expect(others).toEqual([])
    expect(only?.row.busbw).toBe(
      expected({ collective: 'all_reduce', machine: machine.value })?.plateau.busbw,
    )
  })

  test('never more than 256 machines, and soon told', () => {
    const asked = [
      known('H100-SXM5', 2, 8),
      known('A100-SXM4', 2, 4),
      known('L40S', 2, 2),
      known('A40', 2, 2),
      known('RTX3090', 2, 4),
      known('GB200', 4, 4),
      known('MI300X', 2, 8),
      known('V100-SXM2', 2, 8),
    ]
    for (const machine of asked) {
      const { bases, networks, nvls } = plausible(machine)
      expect(bases.length * networks.length * nvls.length).toBeLessThanOrEqual(256)
    }
    const millisecondsOf = (machine: KnownMachine, bytes: number) => {
      const start = performance.now()
      outlook(machine, { ...PLATEAU, bytes })
      return performance.now() - start
    }
    const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]
    // A size that nobody asked before is worked out anew.
    expect(median(asked.map((machine, at) => millisecondsOf(machine, 2 ** 30 + at)))).toBeLessThan(60)
    expect(median(asked.map((machine, at) => millisecondsOf(machine, 2 ** 30 + at)))).toBeLessThan(5)
  })
})
