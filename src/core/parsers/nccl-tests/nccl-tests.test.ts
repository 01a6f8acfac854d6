/** nccl-tests and rccl-tests text: every era, cut, torn, prefixed; and what must not be made of it. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { busFactor, type CollectiveName } from '../../collectives/names.ts'
import { benchmarksOf, readText } from '../../diagnose/text-input.fixtures.ts'
import type { Benchmark } from '../../evidence/benchmark.ts'
import { ncclTests } from './nccl-tests.ts'
import { HEADER, PARAMETERS, printedRow } from './printed.fixtures.ts'

const one = async (text: string, name?: string): Promise<Benchmark> => {
  const benchmarks = benchmarksOf(await readText(text, name))
  expect(benchmarks).toHaveLength(1)
  return benchmarks[0] as Benchmark
}

test.each(['', '3: ', '[2026-04-28 14:14:49] ', 'gpu-07: '])(
  'behind "%s", whole rows below a header are taken, all else is left to be read; both count alike',
  (prefix) => {
    const rows = [20, 24, 28, 30].map((power) => printedRow('all_reduce', 8, 2 ** power, 200))
    const torn = `${rows[0]?.slice(0, 60)}gpu-01:7:8 [0] NCCL INFO Using network IB`
    const lines = [
      ...PARAMETERS.split('\n'),
      rows[3] ?? '',
      ...HEADER.split('\n'),
      ...rows,
      torn,
      '# Avg bus bandwidth    : 200',
    ].map((line) => prefix + line)
    const [taking, reading] = [ncclTests.start('x'), ncclTests.start('x')]
    const taken = lines.filter((line, at) => {
      reading.line(line, at + 1)
      const taken = taking.takes?.(line, at + 1) === true
      if (!taken) taking.line(line, at + 1)
      return taken
    })
    expect(taken).toEqual(rows.map((row) => prefix + row))
    expect(taking.end()).toEqual(reading.end())
  },
)

describe('eras', () => {
  test('1.0: milliseconds, and no "#"', async () => {
    const { rows, ranks } = await one(
      `nThread 1 nGpus 2 minBytes 8 maxBytes 8 step: 2(factor) warmup iters: 5 iters: 20 validation: 1 
#      bytes             N    type      op     time  algbw  busbw      res     time  algbw  busbw      res
    33554432       8388608   float     sum    3.355  10.00  10.00    2e-07    3.356  10.00  10.00    2e-07
    67108864      16777216   float     sum    6.711  10.00  10.00    2e-07    6.711  10.00  10.00    2e-07
 Out of bounds values : 0 OK
 Avg bus bandwidth    : 10 
`,
    )
    expect(rows[0]).toMatchObject({ bytes: 2 ** 25, redop: 'sum', outOfPlace: { algbw: 10, error: 2e-7 } })
    expect(rows[0]?.outOfPlace?.seconds).toBeCloseTo(3.355e-3, 9)
    expect(ranks).toBe(2)
  })

  test('2.0: (n-1)/n inside algbw of all_gather is taken out again', async () => {
    const { rows, collective } = await one(
      `#       size         count    type     time   algbw   busbw  error     time   algbw   busbw  error
#        (B)    (elements)             (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
  1073741824      33554432   float   7280.2  129.05  129.05  0e+00   7280.2  129.05  129.05  0e+00
   536870912      16777216   float   3640.1  129.05  129.05  0e+00   3640.1  129.05  129.05  0e+00
`,
    )
    expect(collective).toBe('all_gather')
    expect(rows[0]?.outOfPlace?.busbw).toBe(129.05)
    expect(rows[0]?.outOfPlace?.algbw).toBeCloseTo(129.05 * (8 / 7), 6)
  })

  test('-S timestamps, -C CPU time, rccl-tests -O 0', async () => {
    const stamped = await one(
      `# size count type redop root cputime algbw busbw #wrong cputime algbw busbw #wrong timestamp\n${printedRow('all_reduce', 8, 2 ** 30, 200)}  2026-04-28 14:14:49\n`,
    )
    expect(stamped.rows).toHaveLength(1)
    expect(stamped.parameters.cpuTime).toBe(true)
    const inPlace = await one(
      `#                                   in-place          \n#  size count type redop root time algbw busbw #wrong\n 1073741824 268435456 float sum -1 5368.7 200.00 350.00 0\n`,
    )
    expect(inPlace.rows[0]?.outOfPlace).toBeUndefined()
    expect(inPlace.rows[0]?.inPlace?.busbw).toBe(350)
  })

  test('sizes of 0, N/A, nan and exponents', async () => {
    const { rows } = await one(
      `${HEADER}           0             0     float     sum      -1    34.27    0.00    0.00    N/A    33.57    0.00    0.00    N/A
  8589934592    2147483648     float     sum      -1  1.2e+08    0.07    0.13      0  1.2e+08    0.07    0.13      0
  1073741824     268435456     float     sum      -1   5368.7  200.00  350.00  1e+06      nan     nan     nan    N/A
`,
    )
    expect(rows[0]).toMatchObject({ bytes: 0, outOfPlace: { algbw: 0 } })
    expect(rows[0]?.outOfPlace).not.toHaveProperty('wrong')
    expect(rows[1]?.outOfPlace?.seconds).toBe(120)
    expect(rows[2]?.outOfPlace?.wrong).toBe(1e6)
    expect(rows[2]?.inPlace).toBeUndefined()
  })
})

describe('which collective', () => {
  test.each([
    ['all_reduce', 'sum', -1, 1],
    ['reduce_scatter', 'sum', -1, 8],
    ['reduce', 'sum', 0, 1],
    ['broadcast', 'none', 0, 1],
    ['send_recv', 'none', -1, 1],
  ] as const)('%s by its columns', async (name, redop, root, share) => {
    const rows = [2 ** 28, 2 ** 30].map((bytes) =>
      printedRow(name, 8, bytes, 200, {
        redop,
        root,
        share,
        inPlaceWrong: name === 'send_recv' ? 'N/A' : '0',
      }),
    )
    const benchmark = await one(`${HEADER}${rows.join('\n')}\n`)
    expect(benchmark).toMatchObject({ collective: name, collectiveFrom: 'columns' })
  })

  test('all_gather and alltoall differ in what is checked in place; unchecked they stay open', async () => {
    const table = (wrong: string, inPlaceWrong: string): string =>
      `${HEADER}${printedRow('all_gather', 8, 2 ** 30, 200, { redop: 'none', share: 8, wrong, inPlaceWrong })}\n`
    expect((await one(table('0', '0'))).collective).toBe('all_gather')
    expect((await one(table('0', 'N/A'))).collective).toBe('all_to_all')
    const open = await one(table('N/A', 'N/A'))
    expect(open.collective).toBeUndefined()
    expect(open.candidates).toEqual(['all_gather', 'all_to_all'])
    expect((await one(table('N/A', 'N/A'), 'logs/node3_alltoall.txt')).collective).toBe('all_to_all')
    expect((await one(table('N/A', 'N/A'), 'all_reduce.txt')).collective).toBeUndefined()
  })

  test('hypercube is none of ours, and no other is put in its place', async () => {
    const bytes = 2 ** 30
    const time = (bytes * 0.875) / 200e3
    const row = `  ${bytes} ${bytes / 32} float -1 ${time.toFixed(1)} 200.00 200.00 0 ${time.toFixed(1)} 200.00 200.00 0`
    expect(await one(`${HEADER}${row}\n`)).toMatchObject({ candidates: [], collectiveFrom: 'unknown' })
    const named = await one(`# Collective test starting: hypercube_perf\n${HEADER}${row}\n`)
    expect(named).toMatchObject({ operation: 'hypercube_perf', collectiveFrom: 'named' })
    expect(named.collective).toBeUndefined()
  })

  test('a command names it, but not against the columns', async () => {
    const table = `${HEADER}${printedRow('all_reduce', 8, 2 ** 30, 200)}\n`
    expect(await one(`$ ./build/all_reduce_perf -b 8 -e 8G\n${table}`)).toMatchObject({
      collectiveFrom: 'command',
      operation: 'all_reduce_perf',
    })
    expect(await one(`We also ran broadcast_perf.\n${table}`)).toMatchObject({
      collective: 'all_reduce',
      collectiveFrom: 'columns',
    })
  })
})

describe('how many ranks', () => {
  test('from devices; from the ratio where the list is cut', async () => {
    const device = (rank: number): string =>
      `#  Rank ${rank} Group  0 Pid 4${rank} on gpu-1 device ${rank % 8} [0000:0${rank % 8}:00] NVIDIA H100 80GB HBM3\n`
    const table = `${HEADER}${printedRow('all_reduce', 16, 2 ** 30, 300)}\n`
    const all = Array.from({ length: 16 }, (_, rank) => device(rank)).join('')
    expect(await one(`${PARAMETERS}${all}${table}`)).toMatchObject({ ranks: 16, ranksFrom: 'devices' })
    expect(await one(`${PARAMETERS}${device(0)}${device(1)}...\n${table}`)).toMatchObject({
      ranks: 16,
      ranksFrom: 'ratio',
    })
    expect(await one(`${device(15)}${table}`)).toMatchObject({ ranks: 16 })
  })

  test('open where two decimals allow several', async () => {
    const { ranks, ranksFrom } = await one(`${HEADER}${printedRow('all_reduce', 1024, 2 ** 30, 40)}\n`)
    expect([ranks, ranksFrom]).toEqual([undefined, 'unknown'])
  })

  test('a table by hand with a column before the size: rows of different ranks are runs of their own', async () => {
    const rows = [8, 16, 24].map((ranks, at) => ` ${at + 1} ${printedRow('all_reduce', ranks, 2 ** 30, 100)}`)
    const read = await readText(`nodes ${HEADER.slice(1)}${rows.join('\n')}\n`)
    expect(benchmarksOf(read).map(({ ranks, rows }) => [ranks, rows.length])).toEqual([
      [8, 1],
      [16, 1],
      [24, 1],
    ])
    expect(read.notes.map(({ id }) => id)).toEqual(['rows-of-several-runs'])
  })
})

describe('runs', () => {
  const row = printedRow('all_reduce', 8, 2 ** 30, 200)
  const run = `${PARAMETERS}${HEADER}${row}\n# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 200 \n#\n`

  test('many in one file, complete and cut', async () => {
    const benchmarks = benchmarksOf(
      await readText(`${run}${run}${HEADER}${row}\n${row}\n${PARAMETERS}${HEADER}`),
    )
    expect(benchmarks.map(({ rows, complete }) => [rows.length, complete])).toEqual([
      [1, true],
      [1, true],
      [2, false],
      [0, false],
    ])
    expect(benchmarks[3]?.header?.text).toContain('algbw')
  })

  test('interleaved by pdsh, one table a host', async () => {
    const lines = run.trimEnd().split('\n')
    const both = lines.flatMap((line) => [`gpu-01: ${line}`, `gpu-02: ${line}`])
    const benchmarks = benchmarksOf(await readText(both.join('\n')))
    expect(benchmarks.map(({ rows, complete }) => [rows.length, complete])).toEqual([
      [1, true],
      [1, true],
    ])
  })

  test('built without MPI: one-rank runs side by side are one experiment', async () => {
    const device = (pid: number): string =>
      `#  Rank  0 Group  0 Pid ${pid} on gpu-01 device  0 [0000:07:00] NVIDIA A100-SXM4-80GB\n`
    const single = `  1073741824  268435456  float  sum  -1  1342.2  800.00    0.00      0  1342.2  800.00    0.00      0\n`
    const text = `${PARAMETERS}${device(11)}${PARAMETERS}${device(12)}${HEADER}${HEADER}${single}${single}# Avg bus bandwidth    : 0 \n`
    expect(await one(text)).toMatchObject({ startedTogether: 2, ranks: 1 })
    // One after the other they are what they are.
    const apart = `${PARAMETERS}${device(11)}${HEADER}${single}# Avg bus bandwidth    : 0 \n`
    expect(benchmarksOf(await readText(apart + apart)).map(({ startedTogether }) => startedTogether)).toEqual(
      [1, 1],
    )
  })

  test('failures of the test itself are kept', async () => {
    const { errors } = await one(
      `${PARAMETERS}${HEADER}gpu-1: Test NCCL failure all_reduce.cu:44 'unhandled system error'\n .. gpu-1 pid 12: Test failure common.cu:891\n# error: remote process exited\n`,
    )
    expect(errors).toHaveLength(3)
  })
})

describe('the environment of a command', () => {
  test('only NCCL and its transports, only from commands, no secret', async () => {
    const { environment } = await one(`export NCCL_ALGO=Ring
export HF_TOKEN=hf_abcdefghijklmnopqrstuvwx
The docs say NCCL_PROTO=LL is bad.
mpirun -np 8 -x NCCL_IB_HCA=mlx5_0,mlx5_1 -x NCCL_DEBUG -x UCX_TLS=rc \\
  -x LD_LIBRARY_PATH=/opt/lib --export=ALL,NCCL_CROSS_NIC=1,SECRET=2 ./all_reduce_perf -b 8 -e 8G
${HEADER}${printedRow('all_reduce', 8, 2 ** 30, 200)}
`)
    expect(environment).toEqual({
      NCCL_ALGO: 'Ring',
      NCCL_IB_HCA: 'mlx5_0,mlx5_1',
      UCX_TLS: 'rc',
      NCCL_CROSS_NIC: '1',
    })
  })
})

const collective = fc.constantFrom<CollectiveName>('all_reduce', 'all_gather', 'reduce_scatter', 'broadcast')
const table = fc.record({
  name: collective,
  ranks: fc.integer({ min: 2, max: 32 }),
  rows: fc.array(fc.tuple(fc.integer({ min: 21, max: 31 }), fc.double({ min: 20, max: 900, noNaN: true })), {
    minLength: 3,
    maxLength: 12,
  }),
})

const printed = ({
  name,
  ranks,
  rows,
}: {
  name: CollectiveName
  ranks: number
  rows: readonly (readonly [number, number])[]
}): readonly string[] =>
  rows.map(([power, busbw]) =>
    printedRow(name, ranks, ranks * 2 ** power, busbw, {
      redop: name === 'all_reduce' || name === 'reduce_scatter' ? 'sum' : 'none',
      root: name === 'broadcast' ? 0 : -1,
      share: name === 'all_gather' || name === 'reduce_scatter' ? ranks : 1,
    }),
  )

describe('properties', () => {
  test('a printed table reads back to the digit', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (made) => {
        const { rows, collective, ranks } = await one(`${HEADER}${printed(made).join('\n')}\n`)
        expect(rows).toHaveLength(made.rows.length)
        if (made.ranks > 2) expect(collective).toBe(made.name)
        if (ranks !== undefined) expect(ranks).toBe(made.ranks)
        for (const [at, row] of rows.entries()) {
          const [power, busbw] = made.rows[at] as readonly [number, number]
          expect(row.bytes).toBe(made.ranks * 2 ** power)
          expect(row.outOfPlace?.busbw).toBeCloseTo(busbw, 1)
          expect(row.outOfPlace?.algbw).toBeCloseTo(busbw / busFactor(made.name, made.ranks), 1)
          expect(row.outOfPlace?.repaired).toBeUndefined()
        }
      }),
      { numRuns: 150 },
    )
  })

  const torn = fc.record({
    table,
    row: fc.nat(),
    at: fc.integer({ min: 30, max: 125 }),
    lost: fc.integer({ min: 0, max: 4 }),
    line: fc.constantFrom(
      'gpu-21:7001:8002 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via P2P/IPC',
      'Authorization required, but no authorization protocol specified',
      '',
    ),
  })

  test('a torn row is read right, restored or noted: no number is invented', async () => {
    await fc.assert(
      fc.asyncProperty(torn, async (made) => {
        const lines = [...printed(made.table)]
        const index = made.row % lines.length
        const row = lines[index] as string
        lines[index] = `${row.slice(0, made.at)}${made.line}\n${row.slice(made.at + made.lost)}`
        const { rows } = await one(`${HEADER}${lines.join('\n')}\n`)
        for (const { bytes, outOfPlace, inPlace, place } of rows) {
          const true_ = made.table.rows.map(
            ([power, busbw]) => [made.table.ranks * 2 ** power, busbw] as const,
          )
          for (const measure of [outOfPlace, inPlace]) {
            if (!measure) continue
            const near = true_.some(
              ([size, busbw]) =>
                size === bytes &&
                Math.abs(measure.busbw - busbw) <= 0.006 + 0.006 * busbw &&
                Math.abs(
                  measure.seconds / ((size * busFactor(made.table.name, made.table.ranks)) / busbw / 1e9) - 1,
                ) < 0.01,
            )
            expect(near, `${place.text}\n${JSON.stringify(measure)}`).toBe(true)
          }
        }
      }),
      { numRuns: 400 },
    )
  })

  test('no text whatever makes the parser throw', async () => {
    const words = fc.constantFrom(
      '#',
      'size',
      'time',
      'algbw',
      'busbw',
      'float',
      'sum',
      '-1',
      '8',
      '1e9',
      'N/A',
      'Rank',
      'on',
      'device',
      '[0x0f]',
      'nThread',
      'Avg bus bandwidth :',
      'Out of bounds values : 0',
      '\n',
      '\n',
      '[1,0]<stdout>:',
      ' NCCL INFO ',
      '0: ',
      '|',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(words, fc.string()), { maxLength: 60 }), async (text) => {
        const { notes } = await readText(text.join(' '))
        expect(notes.filter(({ id }) => id === 'parser-failed')).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})

describe('lines below a header that look like rows and are none that is understood', () => {
  const HEADER = '#       size         count      type   redop    root     time   algbw   busbw #wrong\n'
  const unreadIn = async (...lines: readonly string[]) => {
    const { evidence } = await readText(HEADER + lines.join('\n'))
    const [benchmark] = evidence
    return benchmark?.kind === 'benchmark' ? benchmark.unread : undefined
  }

  test('are counted, and the first is quoted', async () => {
    const row = '    1.048.576     262.144     float     sum      -1    844,9   19,86   19,86      0'
    expect(await unreadIn(row, row, row)).toMatchObject({ lines: 3, place: { line: 2 } })
  })

  test.each(['1 of 4 tests', '2026-04-28 14:14:49 done', '12 ranks on 2 nodes', 'Epoch 3 of 40, step 12'])(
    'other lines are not: %s',
    async (line) => expect(await unreadIn(line)).toBeUndefined(),
  )
})

test.each(['...', '# ...', '[...]', '# [... 494 lines removed ...]', '<snip>', '#  --- cut ---'])(
  'devices that were left out by %j: the largest rank and the model count',
  async (elision) => {
    const device = (rank: number) =>
      `#  Rank ${rank} Group  0 Pid   ${4000 + rank} on n${rank >> 3} device  ${rank % 8} [0000:10:00] NVIDIA A100-SXM4-40GB`
    const { evidence } = await readText(
      [
        '# Using devices',
        device(0),
        elision,
        device(511),
        '#  size  count  type  redop  root  time  algbw  busbw #wrong',
        '',
      ].join('\n'),
    )
    expect(evidence[0]).toMatchObject({ ranks: 512, devices: [{ rank: 0 }, { rank: 511 }] })
  },
)
