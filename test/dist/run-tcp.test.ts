/** Ranks that are processes: what becomes of the others when one is killed, stands still, is cut off or calls something else. */
import { describe, expect, test } from 'vitest'
import { freePort } from './free-port.ts'
import { cable } from './run-tcp/cable.ts'
import { endsOf, node, others, pause, run, start } from './run-tcp/processes.ts'

const ways: Readonly<Record<string, Record<string, string>>> = {
  'system calls': {},
  'the event loop': { PUMP: 'event-loop' },
  'shared memory': { RINGSCOPE_SHARED_MEMORY: '1' },
}

describe.each(Object.entries(ways))('ranks by %s', (way, env) => {
  test.each([2, 4])('%i ranks that go on at their own pace', async (ranks) => {
    for (const report of await endsOf(await start(ranks, {}, { ...env, TIMEOUT: '20' })))
      expect(report).toMatchObject({ turns: 40 })
  })

  test('one is killed: the others lose it, and say in which step', async () => {
    const started = await start(4, { 2: 'kill' }, { ...env, TIMEOUT: '20' })
    const reports = await endsOf(others(started, 2))
    expect((await started[2]?.ended)?.signal).toBe('SIGKILL')
    // Whoever does not talk to rank 2 in this algorithm loses one of those that did.
    expect(reports.some(({ problem }) => problem?.kind === 'peer-lost' && problem.peer === 2)).toBe(true)
    for (const { problem, leftSeconds, turns } of reports) {
      expect(problem).toMatchObject({
        kind: 'peer-lost',
        place: { operation: 'all_reduce', sequence: turns },
      })
      expect(problem?.place?.step).toBeGreaterThanOrEqual(0)
      expect(leftSeconds).toBeLessThan(5)
    }
  })

  test('one stands still: the others wait no longer than they were told, and name whom they waited for', async () => {
    const started = await start(3, { 1: 'stop' }, { ...env, TIMEOUT: '1.5' })
    const reports = await endsOf(others(started, 1))
    started[1]?.child.kill('SIGKILL')
    expect(reports.some(({ problem }) => JSON.stringify(problem).includes('"peer":1'))).toBe(true)
    for (const { problem, leftSeconds } of reports) {
      expect(['timeout', 'peer-lost']).toContain(problem?.kind)
      expect(problem?.place?.step).toBeGreaterThanOrEqual(0)
      expect(leftSeconds).toBeLessThan(6)
    }
  })

  test('one calls another collective: the others say what they called and what it called', async () => {
    const reports = await endsOf(await start(2, { 1: 'broadcast' }, { ...env, TIMEOUT: '3' }))
    expect(reports.map(({ problem }) => problem?.kind)).toContain('mismatch')
    const mismatch = reports.find(({ problem }) => problem?.kind === 'mismatch')?.problem
    expect(JSON.stringify(mismatch)).toMatch(/broadcast.*all_reduce|all_reduce.*broadcast/)
    for (const { problem, leftSeconds } of reports) {
      expect(['mismatch', 'peer-lost', 'timeout']).toContain(problem?.kind)
      expect(leftSeconds).toBeLessThan(8)
    }
  })

  // Through shared memory a rank that leaves in order is not told of, as between threads.
  if (way !== 'shared memory')
    test('one leaves early: the others do not wait for it', async () => {
      const reports = await endsOf(others(await start(2, { 1: 'leave' }, { ...env, TIMEOUT: '20' }), 1))
      expect(reports[0]?.problem).toMatchObject({ kind: 'peer-lost', rank: 0, peer: 1 })
      expect(reports[0]?.leftSeconds).toBeLessThan(5)
    })

  test('a cut connection', async () => {
    const port = await freePort()
    const between = await cable(port)
    const common = { WORLD_SIZE: '2', MASTER_ADDR: '127.0.0.1', TURNS: '100000', ...env, TIMEOUT: '20' }
    const started = [
      run(node('rank.mjs'), { ...common, RANK: '0', MASTER_PORT: `${port}` }),
      run(node('rank.mjs'), { ...common, RANK: '1', MASTER_PORT: `${between.port}` }),
    ]
    while (!started.every(({ output }) => output().includes('pid'))) await pause(20)
    await pause(300)
    between.cut()
    for (const { problem, rank } of await endsOf(started))
      expect(problem).toMatchObject({ kind: 'peer-lost', rank, peer: 1 - rank })
  })
})
