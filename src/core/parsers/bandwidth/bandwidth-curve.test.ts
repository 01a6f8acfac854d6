/** Bare curves: what is read, how units were taken, what is none. */
import { describe, expect, test } from 'vitest'
import { benchmarksOf, readText } from '../../diagnose/text-input.fixtures.ts'

const CURVE = '# all_reduce, 8 GPUs, busbw\n# 8.192 MB: 12.5 GB/s\n# 16.384 MB: 25 GB/s\n'

test('the sizes, the rates and what they were taken for', async () => {
  const read = await readText(CURVE)
  const [benchmark] = benchmarksOf(read)
  expect(benchmark).toMatchObject({
    tool: 'curve',
    collective: 'all_reduce',
    collectiveFrom: 'named',
    ranks: 8,
    ranksFrom: 'named',
    stated: 'busbw',
  })
  expect(benchmark?.rows.map(({ bytes, outOfPlace }) => [bytes, outOfPlace?.busbw])).toEqual([
    [8_192_000, 12.5],
    [16_384_000, 25],
  ])
  // 2(n-1)/n = 1.75 joins the two.
  expect(benchmark?.rows[0]?.outOfPlace?.algbw).toBeCloseTo(12.5 / 1.75, 9)
  expect(benchmark?.rows[0]?.outOfPlace?.seconds).toBeCloseTo(8_192_000 / (12.5e9 / 1.75), 12)
  expect(read.notes).toMatchObject([
    { id: 'curve-units', values: { sizeUnit: 'MB', sizeBytes: 1e6, rateUnit: 'GB/s', rate: 1e9 } },
  ])
})

describe('spellings', () => {
  test.each([
    ['8 MiB: 12.5 GB/s', 8 * 2 ** 20, 12.5],
    ['8M 12.5GB/s', 8 * 2 ** 20, 12.5],
    ['8MB -> 100 Gb/s', 8e6, 12.5],
    ['1,073,741,824: 300 GB/s', 2 ** 30, 300],
    ['1048576 = 12 GiB/s, 87 us', 2 ** 20, 12.884901888],
    ['size: 1GB | busbw 200 Gbps', 1e9, 25],
    ['- 1 GB: 25 GB/s (busbw)', 1e9, 25],
  ])('%s', async (line, bytes, busbw) => {
    const [row] = benchmarksOf(await readText(`${line}\n`))[0]?.rows ?? []
    expect([row?.bytes, row?.outOfPlace?.busbw]).toEqual([bytes, busbw])
  })
})

test('what is not said is said to be not said', async () => {
  const read = await readText('1 MB: 5 GB/s\n2 MB: 9 GB/s\n')
  const [benchmark] = benchmarksOf(read)
  expect(benchmark?.collective).toBeUndefined()
  expect(benchmark?.ranks).toBeUndefined()
  expect(benchmark?.rows[0]?.outOfPlace).toMatchObject({ algbw: 5, busbw: 5 })
  expect(read.notes.map(({ id }) => id)).toEqual(['curve-units', 'curve-bandwidth-assumed'])
})

test('two curves, each under its title', async () => {
  const benchmarks = benchmarksOf(
    await readText('all_gather\n1 MB: 5 GB/s\n2 MB: 9 GB/s\n\nreduce_scatter\n1 MB: 4 GB/s\n2 MB: 8 GB/s\n'),
  )
  expect(benchmarks.map(({ collective, rows }) => [collective, rows.length])).toEqual([
    ['all_gather', 2],
    ['reduce_scatter', 2],
  ])
})

test.each([
  'Link 0: 25.781 GB/s',
  '0: 25 GB/s',
  '\t Link 3: 26.562 GB/s',
  'expected ~470 GB/s for 2 nodes',
  '1 GB: -5 GB/s',
  '12:30:45 5 GB/s',
])('%s is no point of a curve', async (line) => {
  expect((await readText(`${line}\n${line}\n`)).evidence).toEqual([])
})
