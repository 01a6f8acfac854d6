/** What perf prints is read back by the reader of nccl-tests: rows, ranks and errors are what was measured. */
import { describe, expect, test } from 'vitest'
import type { PerfMeasure, PerfPairs, PerfRun } from '../../evidence/perf-run.ts'
import { en } from '../../messages/en/index.ts'
import { zh } from '../../messages/zh/index.ts'
import { ncclTests } from '../../parsers/nccl-tests/nccl-tests.ts'
import { perfJsonOf } from './json.ts'
import { perfMarkdownOf } from './markdown.ts'
import { pairsMarkdownOf, pairsTextOf } from './pairs.ts'
import { perfHeadOf, perfRowOf, perfTailOf } from './text.ts'

const measure = (seconds: number, wrong = 0): PerfMeasure => ({
  seconds,
  minSeconds: 0.9 * seconds,
  p50Seconds: seconds,
  p95Seconds: 1.2 * seconds,
  p99Seconds: 1.5 * seconds,
  maxSeconds: 2 * seconds,
  variation: 0.1,
  transferSeconds: 0.8 * seconds,
  waitingSeconds: 0.2 * seconds,
  wrong,
  limitSeconds: 0.75 * seconds,
  utilisation: 0.75,
})

const run = (rows: PerfRun['rows'], complete = true): PerfRun => ({
  collective: 'all_reduce',
  transport: 'threads',
  carrier: 'memory',
  ranks: 2,
  hosts: ['node-a', 'node-a'],
  pids: [4711, 4711],
  type: 'float',
  op: 'sum',
  root: -1,
  sweep: { minBytes: 8, maxBytes: 67108864, step: 2, by: 'factor' },
  warmupIterations: 5,
  iterations: 20,
  aggregated: 1,
  validated: true,
  blocking: false,
  startTime: '2026-07-10 09:30:01',
  disturbed: [],
  remarks: [],
  limits: [{ kind: 'memory', bytes: 67108864, bytesPerSecond: 25e9 }],
  rows,
  complete,
})

const rows: PerfRun['rows'] = [
  { bytes: 8, count: 2, algorithm: 'direct', outOfPlace: measure(0.55e-6), inPlace: measure(0.52e-6) },
  {
    bytes: 65536,
    count: 16384,
    algorithm: 'ring',
    outOfPlace: measure(2.61e-6, 3),
    inPlace: measure(2.5e-6),
  },
  {
    bytes: 67108864,
    count: 16777216,
    algorithm: 'direct',
    outOfPlace: measure(5.3e-3),
    inPlace: measure(5.1e-3),
  },
]

const printed = (run: PerfRun, words = en.perf): string =>
  perfHeadOf(run, words, '0.1.0') +
  run.rows.map((row) => perfRowOf(run, row)).join('') +
  perfTailOf(run, words)

function read(text: string) {
  const reader = ncclTests.start('perf.txt')
  text.split('\n').forEach((line, at) => {
    reader.line(line, at + 1)
  })
  return reader.end().evidence
}

const remarks: PerfRun['remarks'] = [{ id: 'ucx-without-cache', ranks: [3, 17] }]

describe('perf as text', () => {
  test.each([en, zh])('is read back as a benchmark with the rows that were measured', ({ perf }) => {
    const [benchmark, ...others] = read(printed({ ...run(rows), remarks }, perf))
    expect(others).toEqual([])
    expect(benchmark).toMatchObject({
      kind: 'benchmark',
      collective: 'all_reduce',
      ranks: 2,
      outOfBounds: { count: 3, failed: true },
      complete: true,
      environment: {},
    })
    if (benchmark?.kind !== 'benchmark') throw new Error('no benchmark')
    expect(benchmark.rows.map(({ bytes, count }) => [bytes, count])).toEqual(
      rows.map(({ bytes, count }) => [bytes, count]),
    )
    for (const [at, row] of benchmark.rows.entries()) {
      expect(row.outOfPlace?.repaired).toBeUndefined()
      expect(row.outOfPlace?.seconds).toBeCloseTo(rows[at]?.outOfPlace?.seconds ?? 0, 8)
    }
  })

  test('says first that it is no number of any GPU, in both languages', () => {
    expect(printed(run(rows)).split('\n')[0]).toBe(
      '# ringscope perf 0.1.0 (all_reduce, 2 ranks, threads): this measures CPU memory, between threads of one machine. Neither a GPU nor NCCL is involved.',
    )
    expect(printed(run(rows), zh.perf).split('\n')[0]).toContain('与 GPU 和 NCCL 无关')
  })

  test('one rank is no ranks, and its table is read back', () => {
    const alone = { ...run(rows), ranks: 1, hosts: ['vm'], pids: [1] }
    const text = printed(alone)
    expect(text).toContain('(all_reduce, 1 rank, threads)')
    expect(text).not.toMatch(/\b1 ranks/)
    expect(read(text)[0]).toMatchObject({ tool: 'ringscope-perf', collective: 'all_reduce', ranks: 1 })
  })

  test('says what carries the data, not only how ranks are started', () => {
    const tcp: PerfRun = { ...run([]), transport: 'tcp' }
    const head = (run: PerfRun, words = en.perf) => perfHeadOf(run, words, '0.1.0').split('\n')[0]
    expect(head({ ...tcp, carrier: 'sockets' })).toContain('TCP sockets, between processes of one machine')
    const shared = head({ ...tcp, carrier: 'memory' })
    expect(shared).toContain('this measures memory shared by processes of one machine')
    expect(shared).not.toContain('sockets')
    expect(head({ ...tcp, carrier: 'memory' }, zh.perf)).not.toContain('套接字')
    const pairs: PerfPairs = { ...tcp, carrier: 'memory', bytes: 4, pairs: [] }
    for (const words of [en.perf, zh.perf])
      expect(pairsTextOf(pairs, undefined, words).replace(/\s/g, '')).toMatch(/memorysharedby|进程共享/)
  })

  test.each([
    ['en', en.perf, /ranks 3 and 17: UCX runs without its registration cache/],
    ['zh', zh.perf, /rank 3、17：UCX 关闭了/],
  ] as const)('says in its head what is to be known of single ranks: %s', (_, words, wanted) => {
    const remarked: PerfRun = { ...run([]), remarks }
    expect(perfHeadOf(remarked, words, '0.1.0')).toMatch(wanted)
    expect(perfMarkdownOf(remarked, words)).toMatch(wanted)
    expect(JSON.parse(perfJsonOf(remarked, '0.1.0'))).toMatchObject({ remarks })
    expect(perfHeadOf(run([]), words, '0.1.0')).not.toContain('UCX')
    const pairs: PerfPairs = { ...remarked, bytes: 4, pairs: [] }
    expect(pairsTextOf(pairs, undefined, words)).toMatch(wanted)
    expect(pairsMarkdownOf(pairs, undefined, words)).toMatch(wanted)
  })

  test('keeps every line within what a row of nccl-tests takes', () => {
    const widest = Math.max(
      ...printed(run(rows))
        .split('\n')
        .slice(1)
        .map((line) => line.length),
    )
    expect(widest).toBeLessThanOrEqual(200)
  })

  test('says how far it came when it was stopped', () => {
    expect(printed(run(rows.slice(0, 1), false))).toContain('# stopped: 1 row measured')
  })
})
