/** Ranks that are worker threads: the promises of a transport, launches, and what fails in them. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { transportCases } from '../kits/transport-conformance.ts'

const programs = fileURLToPath(new URL('run-threads/', import.meta.url))

/** Standard output of a program, once it has ended by itself. */
async function run(program: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { cwd: programs })
  return stdout
}

const MINUTES = 60_000

test(
  'threads keep what every transport promises',
  async () => {
    const complaints: Record<string, readonly string[]> = JSON.parse(await run('transport.mjs'))
    expect(complaints).toEqual(Object.fromEntries(transportCases.map(({ name }) => [name, []])))
  },
  3 * MINUTES,
)

test(
  'several launches in one module know each other, and print once',
  async () => {
    const lines = (await run('launches.mjs')).trim().split('\n')
    const [begin, a, b, c, ...rest] = lines
    expect(begin).toBe('begin')
    expect(new Set([a, b, c])).toEqual(new Set(['rank 0 of 3', 'rank 1 of 3', 'rank 2 of 3']))
    const module = new URL('run-threads/idle.mjs', import.meta.url).href
    expect(rest).toEqual([
      '[[6,6,6,6,6],[6,6,6,6,6],[6,6,6,6,6]]',
      '[60,61] ["0:begun","0:rank-failed","1:begun","1:rank-failed"]',
      '[["a0","a1"],["b0"]]',
      'enough true',
      'ranks 0',
      'ranks 2.5',
      'memoryBytes 8589934592',
      `module ${module}`,
      'data () => 1',
      'memory-exhausted',
      'in onReport',
      'end true',
    ])
  },
  3 * MINUTES,
)

describe('rank 1 of 3', () => {
  const place = (algorithm: string) => ({ sequence: 2, operation: 'all_reduce', algorithm })
  const failed = (reason: string) => ({ kind: 'rank-failed', rank: 1, reason })
  const timeout = (algorithm: string) => ({
    kind: 'timeout',
    place: place(algorithm),
    waiting: [{ peer: 1, direction: 'receive' }],
  })
  /** Whoever tells it, the two calls are these. */
  const mismatch = (...calls: readonly string[]) => ({ kind: 'mismatch', calls: new Set(calls) })
  const all_reduce = 'all_reduce(f32, sum, count=4, direct)'

  const SCENARIOS: readonly (readonly [string, object])[] = [
    ['throws', { ...failed('TypeError: no such thing'), cause: 'TypeError: no such thing' }],
    ['exits', failed('exit code 7')],
    ['exits-ring', failed('exit code 7')],
    ['fails-outside', { ...failed('RangeError: in a timer'), cause: 'RangeError: in a timer' }],
    ['waits-for-nothing', { kind: 'unsettled', rank: 1, exitCode: 13, nested: false }],
    ['launches-ranks', { kind: 'unsettled', rank: 1, exitCode: 13, nested: true }],
    ['result-cannot-be-sent', failed('DataCloneError: () => {} could not be cloned.')],
    ['returns', { kind: 'peer-lost', peer: 1, place: place('direct') }],
    ['stalls', timeout('direct')],
    ['stalls-ring', timeout('ring')],
    ['other-count', mismatch(all_reduce, 'all_reduce(f32, sum, count=5, direct)')],
    ['other-op', mismatch('all_reduce(f32, max, count=4, direct)', all_reduce)],
    ['other-type', mismatch(all_reduce, 'all_reduce(i32, sum, count=4, direct)')],
    ['other-collective', mismatch(all_reduce, 'broadcast(f32, count=4, root=0, direct)')],
    ['one-less', mismatch(all_reduce, 'broadcast(f32, count=4, root=0, direct)')],
    ['other-algorithm', mismatch(all_reduce, 'all_reduce(f32, sum, ring)')],
  ]

  /** Two ranks wait there, one for the other; in a process of its own the one that waits for rank 1 tells it first. */
  const APART = 'stalls-ring'

  /** By scenario; the others in one process, since most of the time goes into starting one. */
  let outcomes: ReadonlyMap<string, string> = new Map()
  beforeAll(async () => {
    const names = SCENARIOS.map(([name]) => name).filter((name) => name !== APART)
    const lines = (await run('faults.mjs', ...names)).trim().split('\n')
    const apart = (await run('faults.mjs', APART)).trim()
    outcomes = new Map([...names.map((name, at) => [name, lines[at] ?? ''] as const), [APART, apart]])
  }, 2 * MINUTES)

  test.each(SCENARIOS)('%s: launch says so, and leaves nothing', (scenario, wanted) => {
    const { message, left, here, there, ...problem } = JSON.parse(outcomes.get(scenario) ?? '')
    const seen = here === undefined ? problem : { ...problem, calls: new Set([here, there]) }
    expect(seen).toMatchObject(wanted)
    expect(message).toMatch(/rank 1\b/)
    expect(left).toBe(0)
  })
})
