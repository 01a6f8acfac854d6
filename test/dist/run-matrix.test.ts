/**
 * Every algorithm over every real transport, on 1 … 8 ranks; a program (run-matrix/rank.mjs) walks through the cases of a transport
 * and number of ranks. Every element is compared; what all ranks must have the same is compared between them, to the bit.
 *
 * - On 2 and 3 ranks each algorithm runs every type with every op. The sizes 0, 1, odd, prime and 2003 go round, so that each is met
 *   with every type and with every op.
 * - On the other numbers of ranks it runs every op once, every size once, and every other type by turns.
 * - Drawn at random for each case, from a seed: the root (the first or the last) and how late a rank comes; for each rank by itself, whether it is in place,
 *   waits for a Promise or uses …Sync, and whether it prepares the call, passes arrays of the heap or others.
 * - Each algorithm that adds runs real numbers within the bound of summation: of every floating-point type on 2 and 3
 *   ranks, else of one by turns.
 * - Each algorithm sends as many messages and bytes as its schedule says.
 * - Of every fourth collective by turns 'auto' and one algorithm run 3 MiB and one element.
 *
 * Whether an algorithm is right is shown below (src/core/schedules, src/run/communicator/algorithms.conformance.test.ts); here, that a transport carries
 * it. The numbers of ranks in ALWAYS run each time: all rows, and as many ranks as there are; the others by turns.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { algorithms } from '../../src/core/schedules/algorithms/index.ts'
import { canRun } from '../../src/run/plan/auto.ts'
import { sampled } from '../sampled.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { byTurns } from './by-turns.ts'
import { expectWell, inFull, isInstalled, run as runMpi } from './run-mpi/mpirun.ts'

const program = fileURLToPath(new URL('run-matrix/rank.mjs', import.meta.url))
const MINUTES = 60_000

const ALWAYS = { threads: [2, 3, 8], tcp: [3, 8] }

const running = new Set<ChildProcess>()
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
})

interface RankReport {
  readonly rank: number
  readonly sync: boolean
  readonly cases: number
  readonly hashes: Readonly<Record<string, string>>
}

/** What a process printed, once it has ended well. */
function run(...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  let output = ''
  let errors = ''
  child.stdout.on('data', (data) => {
    output += data
  })
  child.stderr.on('data', (data) => {
    errors += data
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => {
      running.delete(child)
      if (status === 0) resolve(output)
      else reject(new Error(errors))
    })
  })
}

/** Ranks that are processes of their own. */
async function processes(ranks: number, way: string): Promise<string> {
  const folder = temporaryFolder('matrix')
  const each = Array.from({ length: ranks }, (_, rank) => run('tcp', `${rank}`, `${ranks}`, folder, way))
  return (await Promise.all(each)).join('')
}

/** By rank. */
const reportsIn = (output: string): readonly RankReport[] =>
  output
    .trim()
    .split('\n')
    .map((line): RankReport => JSON.parse(line))
    .sort((one, other) => one.rank - other.rank)

function expectAlike(output: string, ranks: number, sync: boolean): void {
  const reports = reportsIn(output)
  const own = algorithms.filter((algorithm) => canRun(algorithm, { ranks })).length
  expect(reports.map(({ rank }) => rank)).toEqual(Array.from({ length: ranks }, (_, rank) => rank))
  for (const { cases, hashes, ...values } of reports) {
    expect(values.sync).toBe(sync)
    expect(cases).toBeGreaterThan(own * (ranks === 2 || ranks === 3 ? 50 : 6))
    expect(hashes).toEqual(reports[0]?.hashes)
  }
}

test.each([...ALWAYS.threads, ...byTurns('threads')])(
  'threads: %i ranks',
  async (ranks) => expectAlike(await run('threads', `${ranks}`), ranks, true),
  10 * MINUTES,
)

test.each([...ALWAYS.tcp, ...byTurns('tcp')])(
  'tcp: %i ranks',
  async (ranks) => expectAlike(await processes(ranks, 'system-calls'), ranks, true),
  10 * MINUTES,
)

test.each(sampled([2, 4], { count: 1 }, 'matrix of the event loop'))(
  'tcp by the event loop, small slots: %i ranks',
  async (ranks) => expectAlike(await processes(ranks, 'event-loop'), ranks, false),
  10 * MINUTES,
)

test.each(sampled([3, 5], { count: 1 }, 'matrix of shared memory'))(
  'tcp in shared memory: %i ranks',
  async (ranks) => expectAlike(await processes(ranks, 'shared'), ranks, true),
  10 * MINUTES,
)

describe.skipIf(!isInstalled).each(inFull)('$title', ({ title, start, env }) => {
  test.each(title === 'OpenMPI' ? [2, 3, 4] : [3])(
    'MPI’s own collectives and every schedule give what they promise: %i ranks',
    async (ranks) => {
      const ended = await runMpi([...start(ranks), process.execPath, program, 'mpi'], env)
      expectWell(ended)
      expectAlike(ended.output, ranks, true)
      for (const { cases } of reportsIn(ended.output)) expect(cases).toBeGreaterThan(ranks > 3 ? 250 : 1500)
    },
    10 * MINUTES,
  )
})
