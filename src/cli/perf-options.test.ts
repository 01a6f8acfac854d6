/** What is asked of `perf`: read as nccl-tests names it, and refused with its reason before any rank is started. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { COLLECTIVES, type CollectiveName } from '../core/collectives/names.ts'
import { exitOf } from './perf-answer.ts'
import { readPerfRequest } from './perf-options.ts'
import type { PerfArguments } from './perf-request.ts'

const asked = (collective: CollectiveName, options: PerfArguments) =>
  readPerfRequest(collective, { g: '4', ...options }, 'en')

function problem(collective: CollectiveName, options: PerfArguments) {
  const read = asked(collective, options)
  return read.ok ? undefined : { id: read.problem.id, ...read.problem.values }
}

test('the options of nccl-tests', () => {
  const read = asked('broadcast', {
    b: '8',
    e: '64M',
    f: '2',
    n: '7',
    w: '0',
    d: 'half',
    r: '3',
    a: '3',
    z: '1',
    I: '1',
  })
  expect(read.ok && read.value).toMatchObject({
    ranks: 4,
    transport: 'threads',
    each: true,
    options: {
      collective: 'broadcast',
      minBytes: 8,
      maxBytes: 64 * 2 ** 20,
      step: { by: 'factor', value: 2 },
      iterations: 7,
      warmupIterations: 0,
      type: 'f16',
      root: 3,
      average: 'slowest',
      blocking: true,
      timeline: false,
    },
  })
})

test('as it stands, every collective can be measured', () => {
  for (const collective of COLLECTIVES) expect(problem(collective, {})).toBeUndefined()
})

describe('senseless together', () => {
  test.each([
    ['all_reduce', { f: '2', i: '8' }, { id: 'options-exclude', option: '-f', other: '-i' }],
    ['all_reduce', { b: '4M', e: '1M' }, { id: 'sizes-reversed', from: 4 * 2 ** 20, to: 2 ** 20 }],
    ['all_gather', { o: 'sum' }, { id: 'option-without-effect', option: '-o', collective: 'all_gather' }],
    ['all_reduce', { r: '0' }, { id: 'option-without-effect', option: '-r', collective: 'all_reduce' }],
    ['broadcast', { r: '4' }, { id: 'rank-unknown', option: '-r', seen: 4, ranks: 4 }],
    ['all_reduce', { delay: ['4:1ms'] }, { id: 'rank-unknown', option: '--delay', seen: 4, ranks: 4 }],
    [
      'all_reduce',
      { throttle: ['rank:9:0.5'] },
      { id: 'rank-unknown', option: '--throttle', seen: 9, ranks: 4 },
    ],
    ['all_reduce', { g: '257' }, { id: 'value-too-large', option: '-g', seen: 257, most: 256 }],
    [
      'all_reduce',
      { n: '2000000' },
      { id: 'value-too-large', option: '-n', seen: 2_000_000, most: 1_000_000 },
    ],
    ['send_recv', { pairs: true, e: '1M' }, { id: 'options-exclude', option: '--pairs', other: '-e' }],
    [
      'send_recv',
      { pairs: true, timeline: 'x' },
      { id: 'options-exclude', option: '--pairs', other: '--timeline' },
    ],
    ['send_recv', { pairs: true, g: '1' }, { id: 'option-needs', option: '--pairs', needs: '-g 2' }],
    ['all_reduce', { timeline: 'x', g: '1' }, { id: 'option-needs', option: '--timeline', needs: '-g 2' }],
    ['all_reduce', { b: '8', e: '64M', i: '4' }, { id: 'perf-rows-too-many', most: 10_000 }],
    ['all_reduce', { b: '8', e: '1G', f: '1.0000001' }, { id: 'perf-rows-too-many', most: 10_000 }],
  ] as const)('%s %j', (collective, options, wanted) => {
    expect(problem(collective, options)).toEqual(wanted)
  })

  test('an algorithm that these ranks cannot run, with those that can', () => {
    const found = problem('all_gather', { algo: 'recursive-doubling', g: '3' })
    expect(found).toMatchObject({ id: 'perf-algorithm', algorithm: 'recursive-doubling', ranks: 3 })
    expect(found).toHaveProperty('known', expect.arrayContaining(['direct', 'ring']))
  })

  test('a timeline of what sends no messages', () => {
    expect(problem('all_reduce', { timeline: 'x', algo: 'direct' })).toMatchObject({
      id: 'perf-timeline-native',
      algorithm: 'direct',
    })
    expect(problem('all_reduce', { timeline: 'x', algo: 'ring' })).toBeUndefined()
  })

  test('more than a memory of 4 GiB has, which threads share', () => {
    expect(problem('all_reduce', { e: '1G', f: '2' })).toMatchObject({ id: 'perf-memory', ranks: 4 })
    expect(problem('all_reduce', { e: '1G', f: '2', transport: 'tcp' })).toBeUndefined()
    expect(problem('all_reduce', { e: '256M', f: '2' })).toBeUndefined()
  })
})

test.each([
  [{ c: '-1' }, 'number'],
  [{ w: 'x' }, 'number'],
  [{ n: '0' }, 'whole'],
  [{ g: '1.5' }, 'whole'],
  [{ f: '1' }, 'factor'],
  [{ r: '-2' }, 'root'],
] as const)('what would have been right is said: %j', (options, wanted) => {
  expect(problem('broadcast', options)).toMatchObject({ id: 'value-unreadable', wanted })
})

describe('what a launcher and a transport allow', () => {
  afterEach(() => vi.unstubAllEnvs())

  test('an algorithm of another transport: which one it needs', () => {
    expect(problem('all_reduce', { algo: 'mpi' })).toEqual({
      ...{ id: 'option-needs', option: '--algo mpi', needs: '--transport mpi' },
    })
    expect(problem('all_reduce', { algo: 'ring,direct', transport: 'tcp' })).toEqual({
      ...{ id: 'option-needs', option: '--algo direct', needs: '--transport threads' },
    })
    vi.stubEnv('RINGSCOPE_SHARED_MEMORY', '1')
    expect(problem('all_reduce', { algo: 'direct', transport: 'tcp' })).toBeUndefined()
  })

  test('as many ranks as it has started', () => {
    vi.stubEnv('RANK', '0')
    vi.stubEnv('WORLD_SIZE', '2')
    vi.stubEnv('MASTER_ADDR', '127.0.0.1')
    const values = { id: 'ranks-launched', asked: 4, launched: 2 }
    expect(problem('all_reduce', { transport: 'tcp' })).toEqual(values)
    expect(problem('all_reduce', { transport: 'tcp', g: '2' })).toBeUndefined()
    expect(problem('all_reduce', { transport: 'threads' })).toBeUndefined()
  })
})

test('room is none where threads would have less than none', () => {
  expect(problem('all_reduce', { g: '256', b: '8', e: '8' })).toMatchObject({
    id: 'perf-memory',
    mostBytes: 0,
    transport: 'threads',
  })
})

test('a wrong element is a finding', () => {
  const row = { bytes: 8, count: 2, algorithm: 'ring' }
  const seconds = 1e-6
  const spread = {
    ...{ seconds, minSeconds: seconds, p50Seconds: seconds, p95Seconds: seconds, p99Seconds: seconds },
    ...{ maxSeconds: seconds, variation: 0, transferSeconds: seconds, waitingSeconds: 0 },
  }
  expect(exitOf({ rows: [{ ...row, outOfPlace: { ...spread, wrong: 0 }, inPlace: spread }] })).toBe(0)
  expect(
    exitOf({ rows: [{ ...row, outOfPlace: { ...spread, wrong: 0 }, inPlace: { ...spread, wrong: 1 } }] }),
  ).toBe(1)
})
