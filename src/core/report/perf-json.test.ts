/** -J is read back by the reader of nccl-tests' JSON: rows, percentiles, wrong elements and devices are what was measured. */
import { expect, test } from 'vitest'
import type { PerfMeasure, PerfRun } from '../evidence/perf-run.ts'
import { ncclTestsJson } from '../parsers/nccl-tests-json.ts'
import { ncclTestsJsonOf } from './perf-json.ts'

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

const run = (its: Partial<PerfRun> = {}): PerfRun => ({
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
  ...its,
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
  const its = await read(ncclTestsJsonOf(run(), '0.1.0'))
  expect(its).toMatchObject({
    tool: 'ringscope-perf',
    collective: 'all_gather',
    ranks: 3,
    complete: true,
    outOfBounds: { count: 2, failed: true },
  })
  expect(its.devices.map(({ host, pid, name }) => [host, pid, name])).toEqual([
    ['node-a', 11, 'CPU'],
    ['node-a', 12, 'CPU'],
    ['node-b', 13, 'CPU'],
  ])
  expect(its.rows.map(({ bytes, count }) => [bytes, count])).toEqual([
    [48, 4],
    [12_582_912, 1_048_576],
  ])
  const [first, second] = its.rows
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

test('a run that was stopped is no complete file', async () => {
  expect((await read(ncclTestsJsonOf(run({ complete: false }), '0.1.0'))).complete).toBe(false)
})

test('nothing of the environment is written', () => {
  expect(JSON.parse(ncclTestsJsonOf(run(), '0.1.0'))).not.toHaveProperty('env')
})
