/**
 * Every algorithm over every real transport, on 1 … 8 ranks; a program (run-matrix/rank.mjs) walks through the cases of a transport
 * and number of ranks. Every element is compared; what all ranks must have the same is compared between them, to the bit.
 *
 * - On 2 and 3 ranks each algorithm runs every type with every op. The sizes 0, 1, odd, prime and 2003 go round, so that each is met
 *   with every type and with every op.
 * - On the other numbers of ranks it runs every op once, every size once, and every other type by turns.
 * - Drawn by lot for each case, from a seed: the root (the first or the last) and how late a rank comes; for each rank by itself, whether it is in place,
 *   waits for a Promise or uses …Sync, and whether it prepares the call, passes arrays of the heap or others.
 * - Each algorithm that adds runs real numbers within the bound of summation: of every floating-point type on 2 and 3
 *   ranks, else of one by turns.
 * - Each algorithm sends as many messages and bytes as its schedule says.
 * - Of every fourth collective by turns 'auto' and one algorithm run 3 MiB and one element.
 *
 * MPI is started in run-mpi.test.ts, which runs the same program.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { algorithms } from '../../src/core/schedules/algorithms/index.ts'
import { canRun } from '../../src/run/plan/auto.ts'

const program = fileURLToPath(new URL('run-matrix/rank.mjs', import.meta.url))
const MINUTES = 60_000
const RANKS = [1, 2, 3, 4, 5, 6, 7, 8]

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

interface Said {
  readonly rank: number
  readonly sync: boolean
  readonly cases: number
  readonly hashes: Readonly<Record<string, string>>
}

/** What a process printed, once it has ended well. */
function run(...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  closers.push(() => child.kill('SIGKILL'))
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
    child.on('close', (status) => (status === 0 ? resolve(output) : reject(new Error(errors))))
  })
}

/** Ranks that are processes of their own. */
async function processes(ranks: number, way: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'ringscope-matrix-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  const each = Array.from({ length: ranks }, (_, rank) => run('tcp', `${rank}`, `${ranks}`, folder, way))
  return (await Promise.all(each)).join('')
}

function expectAlike(output: string, ranks: number, sync: boolean): void {
  const said: readonly Said[] = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const own = algorithms.filter((its) => canRun(its, { ranks })).length
  expect(said.map(({ rank }) => rank).sort()).toEqual(Array.from({ length: ranks }, (_, rank) => rank))
  for (const { cases, hashes, ...its } of said) {
    expect(its.sync).toBe(sync)
    expect(cases).toBeGreaterThan(own * (ranks === 2 || ranks === 3 ? 50 : 6))
    expect(hashes).toEqual(said[0]?.hashes)
  }
}

test.each(RANKS)(
  'threads: %i ranks',
  async (ranks) => expectAlike(await run('threads', `${ranks}`), ranks, true),
  10 * MINUTES,
)

test.each(RANKS)(
  'tcp: %i ranks',
  async (ranks) => expectAlike(await processes(ranks, 'system-calls'), ranks, true),
  10 * MINUTES,
)

test.each([2, 4])(
  'tcp by the event loop, small slots: %i ranks',
  async (ranks) => expectAlike(await processes(ranks, 'event-loop'), ranks, false),
  10 * MINUTES,
)

test.each([3, 5])(
  'tcp in shared memory: %i ranks',
  async (ranks) => expectAlike(await processes(ranks, 'shared'), ranks, true),
  10 * MINUTES,
)
