/** Measuring over ranks in one thread: rows, checks and times are what a run must give; wrong results are counted. */
import { describe, expect, test } from 'vitest'
import { COLLECTIVES, type CollectiveName } from '../../core/collectives/names.ts'
import type { PerfRun } from '../../core/evidence/perf-run.ts'
import { createCommunicator } from '../communicator/create-communicator.ts'
import { DATA_TYPES, REDUCE_OPS } from '../memory/data-types.ts'
import { createLocalNetwork } from '../transports/local/local.ts'
import type { Transport } from '../transports/transport.ts'
import { type Measured, type MeasureHooks, measure } from './measure.ts'
import { PERF_DEFAULTS, type PerfOptions } from './options.ts'

const small = (collective: CollectiveName, more: Partial<PerfOptions> = {}): PerfOptions => ({
  ...PERF_DEFAULTS,
  collective,
  minBytes: 8,
  maxBytes: 4096,
  step: { by: 'factor', value: 8 },
  iterations: 5,
  warmupIterations: 1,
  ...more,
})

async function run(ranks: number, options: PerfOptions, hooks: MeasureHooks = {}): Promise<PerfRun> {
  const comms = createLocalNetwork({ ranks }).transports.map((transport) => createCommunicator(transport))
  const setting = {
    hosts: comms.map(() => 'here'),
    pids: comms.map(() => 1),
    startTime: '2026-07-10 09:30:01',
    remarks: [],
  }
  const runs = await Promise.all(comms.map((comm) => measure(comm, options, setting, hooks)))
  await Promise.all(comms.map((comm) => comm.close()))
  expect(runs.slice(1).every((measured) => measured === undefined)).toBe(true)
  return (runs[0] as Measured).run
}

describe('measure', () => {
  test.each(COLLECTIVES)('%s: every element of every rank is right', async (collective) => {
    for (const ranks of [2, 3]) {
      const { rows, complete } = await run(ranks, small(collective))
      expect(complete).toBe(true)
      expect(rows.length).toBeGreaterThan(2)
      for (const { outOfPlace, inPlace } of rows) {
        expect(outOfPlace?.wrong).toBe(0)
        expect(inPlace?.wrong ?? 0).toBe(0)
        expect(outOfPlace?.maxSeconds).toBeGreaterThanOrEqual(outOfPlace?.p50Seconds ?? Number.NaN)
      }
    }
  })

  test.each(DATA_TYPES)('%s by every operation', async (type) => {
    for (const op of REDUCE_OPS) {
      const { rows } = await run(3, small('all_reduce', { type, op, minBytes: 512, checks: 2 }))
      expect(rows.map(({ outOfPlace, inPlace }) => [outOfPlace?.wrong, inPlace?.wrong])).toEqual(
        rows.map(() => [0, 0]),
      )
    }
  })

  test('a row for each root, and for each algorithm', async () => {
    const { rows } = await run(
      3,
      small('broadcast', { root: 'all', algorithms: ['binomial', 'chain'], minBytes: 64, maxBytes: 64 }),
    )
    expect(rows.map(({ root, algorithm }) => [root, algorithm])).toEqual(
      [0, 1, 2].flatMap((root) => ['binomial', 'chain'].map((algorithm) => [root, algorithm])),
    )
  })

  test('stops between sizes when one rank asks for it, with the rows so far', async () => {
    let rows = 0
    const { complete, rows: measured } = await run(2, small('all_reduce'), {
      row: () => {
        rows++
      },
      stopped: () => rows >= 2,
    })
    expect(complete).toBe(false)
    expect(measured).toHaveLength(2)
  })

  test('a rank that is late on purpose shows as waiting of the others, not as transfer', async () => {
    const { rows } = await run(
      2,
      small('all_reduce', {
        minBytes: 64,
        maxBytes: 64,
        iterations: 10,
        disturbed: [{ kind: 'delay', rank: 1, seconds: 0.005 }],
      }),
    )
    expect(rows[0]?.outOfPlace?.waitingSeconds).toBeGreaterThan(0.003)
    expect(rows[0]?.outOfPlace?.transferSeconds).toBeLessThan(0.003)
  })

  test('one byte that comes over wrong is counted, at whichever rank and element', async () => {
    const { transports } = createLocalNetwork({ ranks: 2 })
    // Rank 1 takes every message of rank 0 with its last byte changed.
    const comms = transports.map((transport, rank) =>
      createCommunicator(rank === 1 ? corrupting(transport) : transport),
    )
    const options = small('all_gather', { minBytes: 4096, maxBytes: 4096, type: 'u8', algorithms: ['ring'] })
    const setting = { hosts: ['here', 'here'], pids: [1, 1], startTime: '2026-07-10 09:30:01', remarks: [] }
    const [measured] = await Promise.all(comms.map((comm) => measure(comm, options, setting)))
    expect(measured?.run.rows.map(({ outOfPlace, inPlace }) => [outOfPlace?.wrong, inPlace?.wrong])).toEqual([
      [1, 1],
    ])
  })
})

/** Messages of the size of a share only: the ranks' own talk stays right. */
function corrupting(transport: Transport): Transport {
  let corrupted = 0
  return {
    ...transport,
    arrived(from, channel) {
      const at = transport.arrived(from, channel)
      if (at !== 0 && at !== corrupted && transport.arrivedBytes(from, channel) === 2048) {
        const last = new Uint8Array(transport.heap.memory.buffer, at + 2047, 1)
        last[0] = (last[0] ?? 0) ^ 1
        corrupted = at
      }
      return at
    },
    release(from, channel) {
      corrupted = 0
      transport.release(from, channel)
    },
  }
}
