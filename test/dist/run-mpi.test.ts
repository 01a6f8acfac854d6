/** Ranks of the system's MPI, started by mpirun of OpenMPI and of MPICH where they are installed. */
import { execFileSync, spawn } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { waitForLink } from './network-link.ts'

const programs = fileURLToPath(new URL('run-mpi/', import.meta.url))
/** See run-matrix.test.ts. */
const matrix = fileURLToPath(new URL('run-matrix/rank.mjs', import.meta.url))
const LONG = 300_000
const isRoot = process.getuid?.() === 0

const IP = '/usr/sbin/ip'
const LINK = 'link0'
const HOSTS = ['192.0.2.1', '192.0.2.2']
const namespaces = canMakeNamespaces()

interface Flavour {
  readonly title: string
  /** How mpirun is called for some ranks of this host, listening to nobody but it. */
  readonly start: (ranks: number) => readonly string[]
  /** The same with a rank on each of two hosts, whose commands `agent` runs in place of ssh. */
  readonly over: {
    readonly start: (agent: string) => readonly string[]
    readonly env: Readonly<Record<string, string>>
  }
  readonly library: string
  readonly env: Readonly<Record<string, string>>
}

/** As many ranks as there are cores or more, not bound to any. */
const openMpi = (mpirun: string): Flavour => ({
  title: 'OpenMPI',
  start: (ranks) => [
    mpirun,
    ...(isRoot ? ['--allow-run-as-root'] : []),
    ...['--oversubscribe', '--bind-to', 'none', '--mca', 'oob_tcp_if_include', 'lo'],
    ...['--mca', 'btl', 'vader,self', '-np', String(ranks)],
  ],
  over: {
    start: (agent) => [
      mpirun,
      ...['--allow-run-as-root', '--bind-to', 'none', '--mca', 'plm_rsh_agent', agent],
      ...[
        '--mca',
        'btl',
        'tcp,self',
        '--mca',
        'btl_tcp_if_include',
        LINK,
        '--mca',
        'oob_tcp_if_include',
        LINK,
      ],
      ...['--host', HOSTS.map((address) => `${address}:1`).join(), '-np', '2'],
    ],
    env: {},
  },
  library: 'libmpi.so.40',
  env: {},
})
const mpich = (mpirun: string): Flavour => ({
  title: 'MPICH',
  start: (ranks) => [mpirun, '-iface', 'lo', '-np', String(ranks)],
  over: {
    start: (agent) => [
      mpirun,
      ...['-launcher', 'ssh', '-launcher-exec', agent, '-iface', LINK],
      ...['-hosts', HOSTS.join(), '-ppn', '1', '-np', '2'],
    ],
    env: { UCX_NET_DEVICES: LINK, UCX_TLS: 'tcp,self' },
  },
  library: 'libmpich.so.12',
  env: { UCX_NET_DEVICES: 'lo' },
})

const flavours: readonly Flavour[] = [
  ...onPath('mpirun.openmpi').map(openMpi),
  ...onPath('mpirun.mpich').map(mpich),
]
const [anyMpi] = flavours

function onPath(command: string): readonly string[] {
  const places = (process.env.PATH ?? '').split(':').map((folder) => join(folder, command))
  const found = places.find((place) => {
    try {
      accessSync(place, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
  return found === undefined ? [] : [found]
}

interface Ended {
  readonly status: number | null
  readonly output: string
  readonly errors: string
  readonly seconds: number
}

const running = new Set<number>()
const closers: (() => void)[] = []
afterEach(() => {
  for (const group of running) process.kill(-group, 'SIGKILL')
  for (const close of closers.splice(0)) close()
})

/** In a process group of its own, so that nothing is left of it whatever happens. */
function run(command: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const [file = '', ...rest] = command
  const start = performance.now()
  const child = spawn(file, rest, {
    env: { ...clean(process.env), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const group = child.pid
  if (group !== undefined) running.add(group)
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
      if (group !== undefined) running.delete(group)
      resolve({ status, output, errors, seconds: (performance.now() - start) / 1000 })
    })
  })
}

const clean = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^(OMPI|PMI|SLURM_|RINGSCOPE_MPI)/.test(name)))

const node = (program: string, ...args: readonly string[]) => [
  process.execPath,
  join(programs, program),
  ...args,
]

/** The ranks' lines, in order. */
const lines = ({ output }: Ended): readonly string[] => output.trim().split('\n').sort()

/** Fails with all that was said when the ranks have not ended well. */
function expectWell(ended: Ended): void {
  expect({ status: ended.status, errors: ended.status === 0 ? '' : ended.output + ended.errors }).toEqual({
    status: 0,
    errors: '',
  })
}

/** Shared files of any MPI that no process has mapped, and that stay so: others may run MPI beside this test. */
async function leftBehind(): Promise<readonly string[]> {
  const first = orphans()
  await new Promise((resolve) => setTimeout(resolve, 500))
  return orphans().filter((name) => first.includes(name))
}

function orphans(): readonly string[] {
  const names = readdirSync('/dev/shm').filter((name) => /vader|ompi|mpich|ucx/i.test(name))
  const maps = processes().map((id) => contentOf(`/proc/${id}/maps`))
  return names.filter((name) => !maps.some((its) => its.includes(`/dev/shm/${name}`)))
}

const processes = () => readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    // The process has ended meanwhile.
    return ''
  }
}

/** Processes whose command line has all of `words`. */
const processesWith = (...words: readonly string[]): readonly string[] =>
  processes().filter((id) => {
    const line = contentOf(`/proc/${id}/cmdline`).split('\0')
    return words.every((word) => line.includes(word))
  })

/** Two network namespaces and a link between them; gone after the test. */
function twoHosts() {
  const names = ['a', 'b'].map((name) => `rs-mpi-${process.pid}-${name}`)
  const ip = (...args: readonly string[]) => execFileSync(IP, args)
  const [left = '', right = ''] = names
  for (const name of names) ip('netns', 'add', name)
  closers.push(() => {
    for (const name of names) ip('netns', 'delete', name)
  })
  ip('link', 'add', LINK, 'netns', left, 'type', 'veth', 'peer', 'name', LINK, 'netns', right)
  for (const [at, name] of names.entries()) {
    ip('-n', name, 'address', 'add', `${HOSTS[at]}/24`, 'dev', LINK)
    for (const device of ['lo', LINK]) ip('-n', name, 'link', 'set', device, 'up')
  }
  waitForLink(IP, names, LINK)
  const folder = mkdtempSync(join(tmpdir(), 'ringscope-mpi-'))
  closers.push(() => rmSync(folder, { recursive: true }))
  const agent = join(folder, 'agent')
  // As ssh is called: options, host, command.
  writeFileSync(
    agent,
    `#!/bin/sh
while [ "\${1#-}" != "$1" ]; do shift; done
case $1 in ${HOSTS[0]}) space=${left} ;; *) space=${right} ;; esac
shift
exec ${IP} netns exec $space sh -c "$*"
`,
  )
  chmodSync(agent, 0o755)
  const bytesOnLink = (): number => {
    const [link] = JSON.parse(String(ip('-n', left, '-s', '-j', 'link', 'show', 'dev', LINK)))
    return link.stats64.tx.bytes + link.stats64.rx.bytes
  }
  return { names, agent, bytesOnLink }
}

function canMakeNamespaces(): boolean {
  if (!isRoot) return false
  const name = `rs-mpi-${process.pid}-try`
  try {
    execFileSync(IP, ['netns', 'add', name], { stdio: 'ignore' })
    execFileSync(IP, ['netns', 'delete', name], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe.skipIf(!anyMpi)('mpi', () => {
  describe.each(flavours)('$title', ({ title, start, env, library }) => {
    test.each([2, 3, 4])(
      '%i ranks exchange messages whole, once and in order, and leave nothing',
      async (ranks) => {
        const ended = await run([...start(ranks), ...node('messages.mjs')], env)
        expectWell(ended)
        expect(lines(ended)).toEqual(Array.from({ length: ranks }, (_, rank) => `rank ${rank}: ok`))
        expect(await leftBehind()).toEqual([])
      },
      LONG,
    )

    test.each(title === 'OpenMPI' ? [2, 3, 4] : [3])(
      'MPI’s own collectives and every schedule give what they promise: %i ranks',
      async (ranks) => {
        const ended = await run([...start(ranks), process.execPath, matrix, 'mpi'], env)
        expectWell(ended)
        const said = lines(ended).map((line) => JSON.parse(line))
        expect(said.map(({ rank }) => rank)).toEqual(Array.from({ length: ranks }, (_, rank) => rank))
        for (const { sync, cases, hashes } of said) {
          expect(sync).toBe(true)
          expect(cases).toBeGreaterThan(ranks > 3 ? 250 : 1500)
          expect(hashes).toEqual(said[0].hashes)
        }
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

    test('another number of ranks than mpirun has started is refused', async () => {
      const { output, status } = await run([...start(2), ...node('join.mjs', '3')], env)
      expect(status).toBe(4)
      expect(output).toContain('mpi-not-launched: 3 MPI ranks were asked for')
    })

    test('the library of another MPI than the launcher’s is found out', async () => {
      const other = flavours.find((its) => its.library !== library)
      if (!other) return
      const its = { ...env, RINGSCOPE_MPI_LIBRARY: other.library }
      const { output, status } = await run([...start(2), ...node('join.mjs')], its)
      expect(status).toBe(4)
      expect(output).toMatch(/mpi-other-launcher: mpirun \(\w+\) started 2 ranks, but .*MPI.* sees 1/)
    })

    describe('faults', () => {
      const TIMEOUT = '3'
      const fault = (what: string, algorithm: string) =>
        run([...start(3), ...node('faults.mjs', what, algorithm, TIMEOUT)], env)

      test.each(['ring', 'mpi'])('another call at one rank is named: %s', async (algorithm) => {
        const { output, status } = await fault('mismatch', algorithm)
        expect(status).not.toBe(0)
        expect(output).toMatch(
          /mismatch: rank \d called (all_reduce|broadcast)\(f32.*called (all_reduce|broadcast)\(f32/,
        )
      })

      test.each(['ring', 'mpi'])('a rank that stands still is named: %s', async (algorithm) => {
        const { output, status, seconds } = await fault('stall', algorithm)
        expect(status).not.toBe(0)
        expect(output).toMatch(
          /rank [02] timeout: rank [02] waited [\d.]+ s for rank \d to send .*all_reduce by (ring|mpi), step/,
        )
        expect(seconds).toBeLessThan(40)
      })

      test('a blocking routine that does not return ends the process, in words', async () => {
        const { errors, status, seconds } = await fault('stall-sync', 'mpi')
        expect(status).not.toBe(0)
        expect(errors).toMatch(
          /ringscope: rank [02] waited [\d.]+ s for other ranks in collective 1 \(all_reduce by mpi\)/,
        )
        expect(seconds).toBeLessThan(40)
      })

      test('Sync at one rank and a Promise at others ends all in time, and says so', async () => {
        const { output, errors, status, seconds } = await fault('mixed', 'mpi')
        expect(status).not.toBe(0)
        expect(output).not.toContain('is done')
        // Whichever is the first; mpirun then ends the others.
        expect(output + errors).toMatch(
          /rank [02] timeout: .*all_reduce by mpi, step.* it also ends so where .*\(here: Promise\)|ringscope: rank 1 waited .*all_reduce by mpi.* it also ends so where .*\(here: Sync\)/,
        )
        expect(seconds).toBeLessThan(40)
      })

      test('so does a root that went ahead by Sync while others wait by Promise', async () => {
        const { output, status, seconds } = await fault('ahead', 'mpi')
        expect(status).not.toBe(0)
        expect(output).not.toContain('is done')
        expect(output).toMatch(
          /rank [02] (mismatch|timeout): .*broadcast.* it also ends so where .*\(here: Promise\)/,
        )
        expect(seconds).toBeLessThan(40)
      })

      // MPI gives no rank the chance to say who was killed: mpirun ends them all at once, and says it itself.
      test.each(['ring', 'mpi'])(
        'a killed rank ends the others, and nothing is left: %s',
        async (algorithm) => {
          const { output, status } = await fault('kill', algorithm)
          expect(status).not.toBe(0)
          expect(output).not.toContain('is done')
          expect(output).toContain('rank 1 is process')
          expect(processesWith(join(programs, 'faults.mjs'), 'kill', algorithm)).toEqual([])
          expect(await leftBehind()).toEqual([])
        },
      )

      test('a program that throws ends all ranks and says why', async () => {
        const { output, status } = await fault('throw', 'ring')
        expect(status).not.toBe(0)
        expect(output).toContain('rank 1 rank-failed: rank 1 failed: Error: the program of rank 1 is wrong')
      })

      test('ranks that come late are waited for', async () => {
        const ended = await fault('late', 'mpi')
        expectWell(ended)
        expect(ended.output.match(/is done/g)).toHaveLength(3)
      })
    })
  })

  describe.skipIf(!namespaces)('two hosts (network namespaces)', () => {
    test.each(flavours)('$title: messages go over the link between them', async ({ over, env }) => {
      const hosts = twoHosts()
      const its = { ...env, ...over.env }
      const start = [IP, 'netns', 'exec', hosts.names[0] ?? '', ...over.start(hosts.agent)]
      const joined = await run([...start, ...node('join.mjs', '2')], its)
      expectWell(joined)
      expect(new Set(lines(joined).map((line) => line.replace(/.*, /, ''))).size).toBe(2)
      const before = hosts.bytesOnLink()
      const ended = await run([...start, ...node('messages.mjs')], its)
      expectWell(ended)
      expect(lines(ended)).toEqual(['rank 0: ok', 'rank 1: ok'])
      expect(hosts.bytesOnLink() - before).toBeGreaterThan(1e6)
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
