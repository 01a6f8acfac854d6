/** Ranks that are processes: those that cannot reach the rendezvous, and those on two hosts. */
import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { freePort } from './free-port.ts'
import { endsOf, node, pause, run } from './run-tcp/processes.ts'
import { ADDRESSES, canMakeNamespaces, IP, LINK, twoHosts } from './two-hosts.ts'

describe('ranks that cannot meet', () => {
  test('a wrong world size, two ranks with one number, a port in use, one that does not come', async () => {
    const problems = async (
      ranks: readonly string[],
      sizes: readonly string[],
      env: Record<string, string> = {},
    ) => {
      const port = await freePort()
      const started = ranks.map((RANK, at) =>
        run(node('rank.mjs'), {
          RANK,
          WORLD_SIZE: sizes[at] ?? '',
          MASTER_ADDR: '127.0.0.1',
          MASTER_PORT: `${port}`,
          ...env,
        }),
      )
      return (await endsOf(started)).map(({ problem }) => problem?.kind)
    }
    expect(await problems(['0', '1'], ['2', '3'])).toEqual(['world-size', 'world-size'])
    expect(new Set(await problems(['0', '1', '1'], ['3', '3', '3']))).toEqual(new Set(['rank-taken']))
    expect(await problems(['0', '0'], ['2', '2'], { START_SECONDS: '2' })).toContain('address-in-use')
    expect(await problems(['0', '2'], ['3', '3'], { START_SECONDS: '3' })).toEqual([
      'rank-missing',
      'rank-missing',
    ])
    expect(await problems(['1'], ['2'], { START_SECONDS: '1' })).toEqual(['rendezvous-unreachable'])
    expect(await problems(['zero'], ['2'])).toEqual(['argument'])
  })
})

describe.skipIf(!canMakeNamespaces())('two hosts (network namespaces)', () => {
  test('messages go over the link between them; when it is cut, both ranks end within the time-out', async () => {
    const names = twoHosts()
    const common = {
      WORLD_SIZE: '2',
      MASTER_ADDR: ADDRESSES[0] ?? '',
      MASTER_PORT: '29500',
      RINGSCOPE_TOKEN: 'x',
      TIMEOUT: '3',
    }
    const within = (turns: string) =>
      names.map((name, rank) =>
        run([IP, 'netns', 'exec', name, ...node('rank.mjs')], {
          ...common,
          RANK: `${rank}`,
          TURNS: turns,
          RINGSCOPE_SOCKET_IFNAME: LINK,
        }),
      )
    for (const report of await endsOf(within('40'))) expect(report).toMatchObject({ turns: 40 })
    const started = within('1000000')
    while (!started.every(({ output }) => output().includes('pid'))) await pause(20)
    await pause(300)
    execFileSync(IP, ['-n', names[0], 'link', 'set', LINK, 'down'])
    for (const { problem, rank, leftSeconds } of await endsOf(started)) {
      expect(problem).toMatchObject({ kind: 'timeout', rank, waiting: [{ peer: 1 - rank }] })
      expect(leftSeconds).toBeLessThan(8)
    }
  })
})
