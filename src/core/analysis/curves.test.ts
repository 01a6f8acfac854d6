import { describe, expect, test } from 'vitest'
import { GiB, KiB, MiB } from '../base/units.ts'
import { curves } from './curves.ts'
import { facts, run } from './hand-made.fixtures.ts'
import { hostInName } from './host-names.ts'

describe('curves', () => {
  test('a run becomes one curve by size, labelled by collective, ranks and host', () => {
    const [curve, ...more] = curves(facts([run({ host: 'gpu-07' })]))
    expect(more).toEqual([])
    expect(curve).toMatchObject({ label: 'all_reduce, 8 ranks, gpu-07', hosts: ['gpu-07'], ranksPerNode: 8 })
    expect(curve?.plateau?.bytes).toBe(8 * GiB)
    expect(curve?.points.map(({ bytes }) => bytes)).toEqual(
      curve?.points.map(({ bytes }) => bytes).sort((a, b) => a - b),
    )
  })

  test('runs of one size each in one file are joined', () => {
    const sizes = [KiB, MiB, GiB]
    const joined = curves(facts(sizes.map((bytes) => run({ sizes: [bytes] }))))
    expect(joined).toHaveLength(1)
    expect(joined[0]?.points.map(({ bytes }) => bytes)).toEqual(sizes)
    expect(joined[0]?.benchmarks).toHaveLength(3)
  })

  test('a size measured several times is one point: a run that took place, with the spread of all', () => {
    const [curve] = curves(facts([100, 104, 96].map((busbw) => run({ sizes: [GiB], busbw: () => busbw }))))
    expect(curve?.plateau).toMatchObject({ busbw: 100, repeats: 3, lowest: 96, highest: 104 })
  })

  test('the better of the two placements counts, and a row without a usable time is left out', () => {
    const made = run({ sizes: [KiB, MiB] })
    const rows = made.rows.map((row, index) => ({
      ...row,
      ...(index === 0
        ? {
            outOfPlace: { seconds: Number.NaN, algbw: 0, busbw: 0 },
            inPlace: { seconds: 0, algbw: 0, busbw: 0 },
          }
        : {
            outOfPlace: { seconds: 2e-3, algbw: 1, busbw: 1 },
            inPlace: { seconds: 1e-3, algbw: 2, busbw: 2 },
          }),
    }))
    const [curve] = curves(facts([{ ...made, rows }]))
    expect(curve?.points).toHaveLength(1)
    expect(curve?.plateau?.busbw).toBe(2)
  })

  test('types, environments and files are kept apart, and every label is unique', () => {
    const made = run()
    const half = { ...made, rows: made.rows.map((row) => ({ ...row, type: 'half' })) }
    const ring = run({ environment: { NCCL_ALGO: 'Ring' } })
    const all = curves(
      facts([made, half, ring, run({ input: 'again.txt' }), run({ input: 'again.txt', ranks: 4 })]),
    )
    expect(all.map(({ points }) => points.length)).toEqual(all.map(() => made.rows.length))
    expect(new Set(all.map(({ label }) => label)).size).toBe(5)
    expect(all.at(-1)?.label).toBe('all_reduce, 4 ranks')
  })

  test('a run without rows is a curve without points', () => {
    const [curve] = curves(facts([run({ sizes: [] })]))
    expect(curve?.points).toEqual([])
    expect(curve?.plateau).toBeUndefined()
  })
})

test('a host is read from a file name only where it looks like one', () => {
  const hosts = ['gpu-07.txt', 'logs/node012/all_reduce.log', 'all_reduce_c1n4.out', 'dgx-3_all_gather.txt']
  expect(hosts.map(hostInName)).toEqual(['gpu-07', 'node012', 'c1n4', 'dgx-3'])
  const none = [
    'all_reduce.txt',
    'run2.log',
    'nccltests_8x4090_all_reduce.txt',
    'h100_3node.txt',
    'test1/out.txt',
    '-',
  ]
  expect(none.map(hostInName)).toEqual(none.map(() => undefined))
})
