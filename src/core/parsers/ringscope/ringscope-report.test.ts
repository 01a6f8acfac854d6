/** A report that ringscope wrote is read back: what was measured, and where that stood. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ringscopeReport } from './ringscope-report.ts'

const sample = fileURLToPath(
  new URL('../../../../samples/report-json/healthy-a100.report.json', import.meta.url),
)

const read = (text: string) =>
  ringscopeReport.parse({
    name: 'yesterday.json',
    once: false,
    async *open() {
      yield new TextEncoder().encode(text)
    },
  })

test('the measured rows, with collective, ranks, hosts and the lines that they came from', async () => {
  const { evidence, notes } = await read(readFileSync(sample, 'utf8'))
  expect(notes).toEqual([])
  expect(evidence).toHaveLength(1)
  const [benchmark] = evidence
  if (benchmark?.kind !== 'benchmark') throw new Error('no benchmark')
  expect(benchmark).toMatchObject({ collective: 'all_reduce', ranks: 8, tool: 'report' })
  expect(benchmark.rows.map(({ bytes }) => bytes)).toEqual([2 ** 20, 2 ** 24, 2 ** 30, 2 ** 33])
  const last = benchmark.rows.at(-1)
  expect(last?.outOfPlace?.busbw).toBeCloseTo(235, 0)
  expect(last?.place.line).toBeGreaterThan(1)
  expect(last?.place.input).toContain('all_reduce.txt')
})

test('rows without numbers, times of zero and foreign members are left out', async () => {
  const rows = [
    { bytes: 8, seconds: 1, algbw: 1, busbw: 1 },
    { bytes: 8, seconds: 0, algbw: 1, busbw: 1 },
    { bytes: 8, seconds: 1, algbw: null, busbw: 1 },
    'row',
    null,
  ]
  const text = JSON.stringify({
    schema: 'ringscope.report/1',
    measurements: [{ rows }, 7, null],
    __proto__: [],
  })
  const { evidence } = await read(text)
  expect(evidence.map((it) => it.kind === 'benchmark' && it.rows.length)).toEqual([1])
})
