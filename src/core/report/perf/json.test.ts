/** -J is read back by the reader of nccl-tests' JSON: rows, percentiles, wrong elements and devices are what was measured. */
import { expect, test } from 'vitest'
import type { PerfMeasure, PerfRun } from '../../evidence/perf-run.ts'
import { ncclTestsJson } from '../../parsers/nccl-tests/nccl-tests-json.ts'
import { ncclTestsJsonOf } from './json.ts'

const measure = (seconds: number, wrong = 0): PerfMeasure => ({
  seconds,
  minSeconds: 0.9 * seconds,
  p50Seconds: 0.97 * seconds,
  p95Seconds: 1.2 * seconds,
  p99Seconds: 1.5 * seconds,
  maxSeconds: 2 * seconds,
  variation: 0.13,
  transferSeconds: 0.8 * seconds,
  waitingSeconds: 0.2 * seconds,
  wrong,
})

const run = (given: Partial<PerfRun> = {}): PerfRun => ({
  collective: 'all_gather',
  transport: 'tcp',
  carrier: 'sockets',
  ranks: 3,
  hosts: ['node-a', 'node-a', 'node-b'],
  pids: [11, 12, 13],
  type: 'float',
  op: 'none',
  root: -1,
  sweep: { minBytes: 48, maxBytes: 12_582_912, step: 2, by: 'factor' },
  warmupIterations: 5,
  iterations: 20,
  aggregated: 1,
  startTime: '2026-07-10 09:30:01',
  validated: true,
  blocking: false,
  disturbed: [],
  remarks: [],
  limits: [],
  rows: [
    { bytes: 48, count: 4, algorithm: 'ring', outOfPlace: measure(30e-6, 2), inPlace: measure(29e-6) },
    { bytes: 12_582_912, count: 1_048_576, algorithm: 'ring', outOfPlace: measure(5.3e-3) },
  ],
  complete: true,
  ...given,
})

async function read(text: string) {
  const bytes = new TextEncoder().encode(text)
  expect(ncclTestsJson.sniff(bytes, 'perf.json')).toBe(true)
  async function* open(): AsyncIterable<Uint8Array> {
    yield bytes
  }
  const { evidence, notes } = await ncclTestsJson.parse({ name: 'perf.json', once: false, open })
  expect(notes).toEqual([])
  const [benchmark] = evidence
  if (benchmark?.kind !== 'benchmark') throw new Error('no benchmark')
  return benchmark
}

test('rows, percentiles, ranks and wrong elements come back', async () => {
  const benchmark = await read(ncclTestsJsonOf(run(), '0.1.0'))
  expect(benchmark).toMatchObject({
    tool: 'ringscope-perf',
    collective: 'all_gather',
    ranks: 3,
    complete: true,
    outOfBounds: { count: 2, failed: true },
  })
  expect(benchmark.devices.map(({ host, pid, name }) => [host, pid, name])).toEqual([
    ['node-a', 11, 'CPU'],
    ['node-a', 12, 'CPU'],
    ['node-b', 13, 'CPU'],
  ])
  expect(benchmark.rows.map(({ bytes, count }) => [bytes, count])).toEqual([
    [48, 4],
    [12_582_912, 1_048_576],
  ])
  const [first, second] = benchmark.rows
  expect(first?.outOfPlace?.wrong).toBe(2)
  expect(first?.inPlace?.seconds).toBeCloseTo(29e-6, 12)
  expect(second?.inPlace).toBeUndefined()
  const each = second?.outOfPlace?.perIteration
  for (const [seen, wanted] of [
    [each?.minSeconds, 0.9 * 5.3e-3],
    [each?.p50Seconds, 0.97 * 5.3e-3],
    [each?.p95Seconds, 1.2 * 5.3e-3],
    [each?.p99Seconds, 1.5 * 5.3e-3],
    [each?.maxSeconds, 2 * 5.3e-3],
    [each?.variation, 0.13],
  ])
    expect(seen).toBeCloseTo(wanted ?? 0, 12)
})

test('the limit of the machine, what of it was reached, and waiting come back', async () => {
  const outOfPlace = { ...measure(2e-3), limitSeconds: 1.5e-3, utilisation: 0.77 }
  const rows = [
    { bytes: 4096, count: 1024, algorithm: 'halving-doubling', outOfPlace, inPlace: measure(1e-3) },
  ]
  const limits = [{ kind: 'socket', bytes: 65536, bytesPerSecond: 2.5e9, aloneBytesPerSecond: 4e9 }] as const
  const text = ncclTestsJsonOf(run({ rows, limits }), '0.1.0')
  expect(JSON.parse(text)).toMatchObject({
    ringscope: {
      transport: 'tcp',
      carrier: 'sockets',
      limits: [{ kind: 'socket', bytes: 65536, bandwidth: 2.5, alone_bandwidth: 4 }],
    },
    results: [{ ringscope: { out_of_place: { utilisation: 0.77 } } }],
  })
  const [out, inPlace, ...none] = (await read(text)).shares ?? []
  expect(none).toEqual([])
  expect(out).toMatchObject({ bytes: 4096, algorithm: 'halving-doubling', inPlace: false })
  expect(out?.limitSeconds).toBeCloseTo(1.5e-3, 12)
  expect(out?.p50Seconds).toBeCloseTo(0.97 * 2e-3, 12)
  expect(inPlace?.transferSeconds).toBeCloseTo(0.8e-3, 12)
  expect(inPlace?.waitingSeconds).toBeCloseTo(0.2e-3, 12)
  expect(inPlace).not.toHaveProperty('limitSeconds')
})

test.each([{ transfer_us: -1, waiting_us: 1 }, { transfer_us: 'x', waiting_us: 1 }, { waiting_us: 1 }, 7])(
  'what makes no sense there is left out, the rows are kept: %j',
  async (out_of_place) => {
    const json = JSON.parse(ncclTestsJsonOf(run(), '0.1.0'))
    for (const result of json.results) result.ringscope = { out_of_place }
    const { rows, shares } = await read(JSON.stringify(json))
    expect(rows).toHaveLength(2)
    expect(shares).toBeUndefined()
  },
)

test('a run that was stopped is no complete file', async () => {
  expect((await read(ncclTestsJsonOf(run({ complete: false }), '0.1.0'))).complete).toBe(false)
})

test('nothing of the environment is written', () => {
  expect(JSON.parse(ncclTestsJsonOf(run(), '0.1.0'))).not.toHaveProperty('env')
})
