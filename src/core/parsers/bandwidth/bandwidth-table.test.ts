/** Size and bandwidth in columns: headers, units, several systems in one file. */
import { expect, test } from 'vitest'
import { benchmarksOf, readText } from '../../diagnose/text-input.fixtures.ts'

test.each([
  ['size,busbw (GB/s)\n1048576,24.5\n', 2 ** 20, 24.5],
  ['Message Size (MB);Bandwidth [Gb/s]\n8;200\n', 8e6, 25],
  ['bytes\talgbw\tbusbw\n1073741824\t100\t175\n', 2 ** 30, 175],
  ['"size","bus bandwidth"\n"8M","12.5"\n', 8 * 2 ** 20, 12.5],
  ['# size_mib,bw_gbps\n8MiB,12.5GB/s\n', 8 * 2 ** 20, 12.5],
  ['payload_bytes,throughput_GBps\n1e9,25\n', 1e9, 25],
])('%s', async (text, bytes, busbw) => {
  const [row] = benchmarksOf(await readText(text))[0]?.rows ?? []
  expect([row?.bytes, row?.outOfPlace?.busbw]).toEqual([bytes, busbw])
})

test('both placements and times: nothing is left to be derived', async () => {
  const text =
    'bytes\toop_us\toop_algbw\toop_busbw\tip_us\tip_algbw\tip_busbw\n1073741824\t4253.0\t252.47\t441.81\t4255.4\t252.33\t441.57\n'
  const [benchmark] = benchmarksOf(await readText(text, 'all_reduce.tsv'))
  expect(benchmark).toMatchObject({
    collective: 'all_reduce',
    collectiveFrom: 'input-name',
    ranks: 8,
    ranksFrom: 'ratio',
  })
  expect(benchmark).not.toHaveProperty('stated')
  expect(benchmark?.rows[0]?.inPlace).toMatchObject({ algbw: 252.33, busbw: 441.57 })
  expect(benchmark?.rows[0]?.inPlace?.seconds).toBeCloseTo(4255.4e-6, 12)
})

test('a row each system and rank count goes to a curve of its own', async () => {
  const text = 'system,nGPU,size,busbw\nbox a,8,1G,300\nbox a,8,2G,310\nbox b,16,1G,200\n'
  expect(benchmarksOf(await readText(text)).map(({ ranks, rows }) => [ranks, rows.length])).toEqual([
    [8, 2],
    [16, 1],
  ])
})

test('a row without a size counts as skipped; the table ends where its columns do', async () => {
  const { inputs, evidence } = await readText('size,busbw\n1M,5\n?,6\n2M,9\n\nthe end\n')
  expect(inputs[0]?.skipped).toBe(1)
  expect(evidence).toHaveLength(1)
})

test.each(['name,size\na,5\n', 'size,count\n8,2\n', 'time,level,message size bytes latency\n1,2,3\n'])(
  '%s is no such table',
  async (text) => {
    expect((await readText(text)).evidence).toEqual([])
  },
)
