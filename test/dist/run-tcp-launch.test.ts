/** Ranks that launch starts as processes: results, failures, and that none outlives who started it. */
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isAlive, leftovers, node, pause, run } from './run-tcp/processes.ts'

describe('launch over tcp', () => {
  const launched = async (ranks: number, mode: string) => {
    const ended = await run(node('launch.mjs', `${ranks}`, mode)).ended
    expect(leftovers()).toEqual([])
    return JSON.parse(ended.output.trim().split('\n').at(-1) ?? ended.errors)
  }

  test('gives the results by rank; each rank is a process of its own', async () => {
    const { results, reports } = await launched(3, 'results')
    expect(results).toEqual([0, 1, 2].map((rank) => ({ rank, sum: 18 })))
    expect(new Set(reports.map(([, pid]: [number, number]) => pid)).size).toBe(3)
  })

  test('a rank whose function throws is the reason, not those that then lost it', async () => {
    const { problem } = await launched(3, 'throw')
    expect(problem).toMatchObject({ kind: 'rank-failed', rank: 1, reason: 'TypeError: out of cheese' })
  })

  test('a rank that is killed', async () => {
    const { problem, reports } = await launched(3, 'kill')
    expect(problem).toEqual({ kind: 'rank-failed', rank: 1, reason: 'SIGKILL' })
    for (const [, pid] of reports) expect(isAlive(pid)).toBe(false)
  })

  // Said once, where launch was: nothing by Node on standard error.
  test.each<[string, object]>([
    ['uncloneable', { kind: 'rank-failed', reason: expect.stringMatching(/could not be cloned/) }],
    ['outside', { kind: 'rank-failed', rank: 1, reason: 'RangeError: in a timer' }],
    ['data', { kind: 'argument', argument: 'data', seen: '() => 1' }],
  ])('what no message can carry, and what fails outside of the function: %s', async (mode, wanted) => {
    const { output, errors } = await run(node('launch.mjs', '2', mode)).ended
    expect(JSON.parse(output).problem).toMatchObject(wanted)
    expect(errors).toBe('')
    expect(leftovers()).toEqual([])
  })

  test('what onReport throws ends the launch', async () => {
    const { message, reports } = await launched(2, 'reported')
    expect(message).toBe('in onReport')
    for (const [, pid] of reports) expect(isAlive(pid)).toBe(false)
  })

  test.each(['SIGKILL', 'SIGINT', 'SIGTERM'] as const)(
    'ranks end with the process that started them: %s',
    async (signal) => {
      const started = run(node('launch.mjs', '2', 'hold'))
      const pids = () => [...started.output().matchAll(/pid (\d+)/g)].map(([, pid]) => Number(pid))
      while (pids().length < 2) await pause(20)
      started.child.kill(signal)
      await started.ended
      for (let tries = 0; tries < 200 && pids().some(isAlive); tries++) await pause(20)
      expect(pids().filter(isAlive)).toEqual([])
      expect(leftovers()).toEqual([])
    },
  )
})

describe('ranks whose starter is killed while they', () => {
  test.each(['loading', 'busy', 'connecting'])('are %s end soon, and leave no file', async (mode) => {
    const started = run(node('orphans.mjs', mode))
    const pids = () => [...started.output().matchAll(/pid (\d+)/g)].map(([, pid]) => Number(pid))
    while (pids().length < 2 || (mode === 'connecting' && leftovers().length === 0)) await pause(10)
    started.child.kill('SIGKILL')
    for (let tries = 0; tries < 500 && pids().some(isAlive); tries++) await pause(20)
    const left = pids().filter(isAlive)
    for (const pid of left) process.kill(pid, 'SIGKILL')
    expect(left).toEqual([])
    expect(leftovers()).toEqual([])
    expect((await started.ended).errors).toBe('')
  })
})

describe('ranks that a launcher started', () => {
  const mpirun = (name: string) => ['/usr/bin/mpirun', name].join('.')
  const launchers = [
    { name: 'openmpi', options: ['--allow-run-as-root', '--oversubscribe'] },
    { name: 'mpich', options: [] },
  ]
  describe.each(launchers)('$name', ({ name, options }) => {
    test.skipIf(!existsSync(mpirun(name)))('three ranks', async () => {
      const { output, errors } = await run([
        mpirun(name),
        ...options,
        '-np',
        '3',
        ...node('launch.mjs', '0', 'results'),
      ]).ended
      const lines = output.split('\n').filter((line) => line.startsWith('{'))
      expect(lines, errors).toHaveLength(3)
      const results = lines.map((line) => JSON.parse(line).results[0])
      expect(results.sort((a, b) => a.rank - b.rank)).toEqual([0, 1, 2].map((rank) => ({ rank, sum: 18 })))
      expect(leftovers()).toEqual([])
    })
  })
})
