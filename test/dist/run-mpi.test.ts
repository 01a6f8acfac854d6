/** Ranks of MPI: messages, what they join, two hosts, and what is said where MPI is not as it should be. run-mpi-faults.test.ts has the rest. */
import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { agentOf } from './run-mpi/agent.ts'
import { leftBehind } from './run-mpi/left-behind.ts'
import {
  expectWell,
  type Flavour,
  flavours,
  inFull,
  isInstalled,
  LONG,
  lines,
  node,
  run,
} from './run-mpi/mpirun.ts'
import { canMakeNamespaces, IP, LINK, twoHosts } from './two-hosts.ts'

/** Of the flavour that is not tested in full: it starts, talks and adds up. */
const SMOKE = [3]
const ranksOf = (flavour: Flavour) => (inFull.includes(flavour) ? [2, 3, 4] : SMOKE)

describe.skipIf(!isInstalled)('mpi', () => {
  describe.each(flavours)('$title', (flavour) => {
    const { start, env } = flavour
    test.each(ranksOf(flavour))(
      '%i ranks exchange messages whole, once and in order, and leave nothing',
      async (ranks) => {
        const ended = await run([...start(ranks), ...node('messages.mjs')], env)
        expectWell(ended)
        expect(lines(ended)).toEqual(Array.from({ length: ranks }, (_, rank) => `rank ${rank}: ok`))
        expect(await leftBehind()).toEqual([])
      },
      LONG,
    )

    test('a program joins the ranks that mpirun has started', async () => {
      const ended = await run([...start(3), ...node('join.mjs', '3')], env)
      expectWell(ended)
      expect(lines(ended)).toEqual(
        [0, 1, 2].map((rank) => expect.stringMatching(`^rank ${rank} of 3, [0-9]+ bytes, net:`)),
      )
    })
  })

  describe.each(inFull)('$title', ({ start, env, library }) => {
    test('another number of ranks than mpirun has started is refused', async () => {
      const { output, status } = await run([...start(2), ...node('join.mjs', '3')], env)
      expect(status).toBe(4)
      expect(output).toContain('mpi-not-launched: 3 MPI ranks were requested')
    })

    test('the library of another MPI than the launcher’s is found out', async () => {
      const other = flavours.find((flavour) => flavour.library !== library)
      if (!other) return
      const otherEnv = { ...env, RINGSCOPE_MPI_LIBRARY: other.library }
      const { output, status } = await run([...start(2), ...node('join.mjs')], otherEnv)
      expect(status).toBe(4)
      expect(output).toMatch(/mpi-other-launcher: mpirun \(\w+\) started 2 ranks, but .*MPI.* sees 1/)
    })
  })

  describe.skipIf(!canMakeNamespaces())('two hosts (network namespaces)', () => {
    test.each(inFull)('$title: messages go over the link between them', async ({ over, env }) => {
      const hosts = twoHosts()
      const changedEnv = { ...env, ...over.env }
      const start = [IP, 'netns', 'exec', hosts[0], ...over.start(agentOf(hosts))]
      const joined = await run([...start, ...node('join.mjs', '2')], changedEnv)
      expectWell(joined)
      expect(new Set(lines(joined).map((line) => line.replace(/.*, /, ''))).size).toBe(2)
      const before = bytesOnLink(hosts[0])
      const ended = await run([...start, ...node('messages.mjs')], changedEnv)
      expectWell(ended)
      expect(lines(ended)).toEqual(['rank 0: ok', 'rank 1: ok'])
      expect(bytesOnLink(hosts[0]) - before).toBeGreaterThan(1e6)
    })
  })

  test('without a launcher the world is one rank', async () => {
    const ended = await run(node('join.mjs'))
    expectWell(ended)
    expect(ended.output).toMatch(/^rank 0 of 1, 0 bytes, net:/)
  })

  test('without a launcher more ranks are an error that says how to start', async () => {
    const { output, status } = await run(node('join.mjs', '4'))
    expect(status).toBe(4)
    expect(output).toContain('mpirun -np 4 ringscope perf')
  })

  test.each(['/nowhere/libmpi.so', 'libc.so.6'])('%s is no MPI library', async (file) => {
    const { output, status } = await run(node('join.mjs'), { RINGSCOPE_MPI_LIBRARY: file })
    expect(status).toBe(4)
    expect(output).toContain(`mpi-not-found: no MPI library could be loaded`)
    expect(output).toContain(`tried ${file}: `)
  })
})

function bytesOnLink(host: string): number {
  const args = ['-n', host, '-s', '-j', 'link', 'show', 'dev', LINK]
  const [link] = JSON.parse(execFileSync(IP, args, { encoding: 'utf8' }))
  return link.stats64.tx.bytes + link.stats64.rx.bytes
}
