/** Ranks that are processes: what becomes of the others when one is killed, stands still, is cut off or calls something else. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { waitForLink } from './network-link.ts'

const programs = fileURLToPath(new URL('run-tcp/', import.meta.url))
const running = new Set<ChildProcess>()
const closers: (() => void)[] = []

afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  for (const close of closers.splice(0)) close()
})

interface Ended {
  readonly output: string
  readonly errors: string
  readonly signal: string | null
}

interface Started {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  /** So far. */
  output(): string
}

function run(command: readonly string[], env: Readonly<Record<string, string>> = {}): Started {
  const [file = '', ...rest] = command
  const child = spawn(file, rest, {
    env: { ...clean(process.env), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  let errors = ''
  child.stdout?.on('data', (data) => {
    output += data
  })
  child.stderr?.on('data', (data) => {
    errors += data
  })
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (_code, signal) => {
      running.delete(child)
      resolve({ output, errors, signal })
    })
  })
  return { child, ended, output: () => output }
}

/** Nothing of a launcher that may have started the tests. */
const clean = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^(RANK|WORLD_SIZE|LOCAL_|MASTER_|OMPI|PMI|SLURM_|JOB_)/.test(name),
    ),
  )

const node = (program: string, ...args: readonly string[]) => [
  process.execPath,
  join(programs, program),
  ...args,
]

interface Said {
  readonly rank: number
  readonly turns: number
  readonly leftSeconds?: number
  readonly problem?: {
    readonly kind: string
    readonly peer?: number
    readonly place?: { readonly step?: number }
  }
}

const lastLine = ({ output, errors }: Ended): Said => {
  const line = output.trim().split('\n').at(-1) ?? ''
  try {
    return JSON.parse(line)
  } catch {
    throw new Error(`${line}\n${errors}`)
  }
}

/** Free when asked for; tests run one after the other. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })
}

/** `roles`: what single ranks shall do. */
async function start(
  ranks: number,
  roles: Readonly<Record<number, string>>,
  env: Readonly<Record<string, string>> = {},
): Promise<readonly Started[]> {
  const port = await freePort()
  return Array.from({ length: ranks }, (_, rank) =>
    run(node('rank.mjs'), {
      RANK: `${rank}`,
      WORLD_SIZE: `${ranks}`,
      MASTER_ADDR: '127.0.0.1',
      MASTER_PORT: `${port}`,
      RINGSCOPE_TOKEN: 'secret of this test',
      ROLE: roles[rank] ?? '',
      ...env,
    }),
  )
}

const endsOf = async (started: readonly Started[]) =>
  (await Promise.all(started.map(({ ended }) => ended))).map(lastLine)
const others = (started: readonly Started[], rank: number) => started.filter((_, at) => at !== rank)

const ways: Readonly<Record<string, Record<string, string>>> = {
  'system calls': {},
  'the event loop': { PUMP: 'event-loop' },
  'shared memory': { RINGSCOPE_SHARED_MEMORY: '1' },
}

describe.each(Object.entries(ways))('ranks by %s', (way, env) => {
  test.each([2, 4])('%i ranks that go on at their own pace', async (ranks) => {
    for (const said of await endsOf(await start(ranks, {}, { ...env, TIMEOUT: '20' })))
      expect(said).toMatchObject({ turns: 40 })
  })

  test('one is killed: the others lose it, and say in which step', async () => {
    const started = await start(4, { 2: 'kill' }, { ...env, TIMEOUT: '20' })
    const said = await endsOf(others(started, 2))
    expect((await started[2]?.ended)?.signal).toBe('SIGKILL')
    // Whoever does not talk to rank 2 in this algorithm loses one of those that did.
    expect(said.some(({ problem }) => problem?.kind === 'peer-lost' && problem.peer === 2)).toBe(true)
    for (const { problem, leftSeconds, turns } of said) {
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
    const said = await endsOf(others(started, 1))
    started[1]?.child.kill('SIGKILL')
    expect(said.some(({ problem }) => JSON.stringify(problem).includes('"peer":1'))).toBe(true)
    for (const { problem, leftSeconds } of said) {
      expect(['timeout', 'peer-lost']).toContain(problem?.kind)
      expect(problem?.place?.step).toBeGreaterThanOrEqual(0)
      expect(leftSeconds).toBeLessThan(6)
    }
  })

  test('one calls another collective: the others say what they called and what it called', async () => {
    const said = await endsOf(await start(2, { 1: 'broadcast' }, { ...env, TIMEOUT: '3' }))
    expect(said.map(({ problem }) => problem?.kind)).toContain('mismatch')
    const mismatch = said.find(({ problem }) => problem?.kind === 'mismatch')?.problem
    expect(JSON.stringify(mismatch)).toMatch(/broadcast.*all_reduce|all_reduce.*broadcast/)
    for (const { problem, leftSeconds } of said) {
      expect(['mismatch', 'peer-lost', 'timeout']).toContain(problem?.kind)
      expect(leftSeconds).toBeLessThan(8)
    }
  })

  // Through shared memory a rank that leaves in order is not told of, as between threads.
  test.skipIf(way === 'shared memory')('one leaves early: the others do not wait for it', async () => {
    const said = await endsOf(others(await start(2, { 1: 'leave' }, { ...env, TIMEOUT: '20' }), 1))
    expect(said[0]?.problem).toMatchObject({ kind: 'peer-lost', rank: 0, peer: 1 })
    expect(said[0]?.leftSeconds).toBeLessThan(5)
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
  test.each(['loading', 'busy', 'meeting'])('are %s end soon, and leave no file', async (mode) => {
    const started = run(node('orphans.mjs', mode))
    const pids = () => [...started.output().matchAll(/pid (\d+)/g)].map(([, pid]) => Number(pid))
    while (pids().length < 2 || (mode === 'meeting' && leftovers().length === 0)) await pause(10)
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

const ip = '/usr/sbin/ip'
const namespaces = canMakeNamespaces()

describe.skipIf(!namespaces)('two hosts (network namespaces)', () => {
  test('messages go over the link between them; when it is cut, both ranks end within the time-out', async () => {
    const names = ['a', 'b'].map((name) => `rs-${process.pid}-${name}`)
    const [left = '', right = ''] = names
    for (const name of names) execFileSync(ip, ['netns', 'add', name])
    closers.push(() => {
      for (const name of names) execFileSync(ip, ['netns', 'delete', name])
    })
    execFileSync(ip, [
      'link',
      'add',
      'link0',
      'netns',
      left,
      'type',
      'veth',
      'peer',
      'name',
      'link0',
      'netns',
      right,
    ])
    for (const [at, name] of names.entries()) {
      execFileSync(ip, ['-n', name, 'address', 'add', `192.0.2.${at + 1}/24`, 'dev', 'link0'])
      execFileSync(ip, ['-n', name, 'link', 'set', 'link0', 'up'])
    }
    waitForLink(ip, names, 'link0')
    const common = {
      WORLD_SIZE: '2',
      MASTER_ADDR: '192.0.2.1',
      MASTER_PORT: '29500',
      RINGSCOPE_TOKEN: 'x',
      TIMEOUT: '3',
    }
    const within = (turns: string) =>
      names.map((name, rank) =>
        run([ip, 'netns', 'exec', name, ...node('rank.mjs')], {
          ...common,
          RANK: `${rank}`,
          TURNS: turns,
          RINGSCOPE_SOCKET_IFNAME: 'link0',
        }),
      )
    for (const said of await endsOf(within('40'))) expect(said).toMatchObject({ turns: 40 })
    const started = within('1000000')
    while (!started.every(({ output }) => output().includes('pid'))) await pause(20)
    await pause(300)
    execFileSync(ip, ['-n', left, 'link', 'set', 'link0', 'down'])
    for (const { problem, rank, leftSeconds } of await endsOf(started)) {
      expect(problem).toMatchObject({ kind: 'timeout', rank, waiting: [{ peer: 1 - rank }] })
      expect(leftSeconds).toBeLessThan(8)
    }
  })
})

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Files that launches leave their addresses in. */
function leftovers(): readonly string[] {
  const folder = join(tmpdir(), `ringscope-${process.getuid?.()}`)
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('launch-')) : []
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Whatever comes to the port goes on to `port`, until it is cut. */
function cable(port: number): Promise<{ readonly port: number; cut(): void }> {
  const ends: Socket[] = []
  return new Promise((resolve) => {
    const server = createServer((here) => {
      const there = connect({ host: '127.0.0.1', port })
      for (const end of [here, there]) {
        ends.push(end)
        end.on('error', () => end.destroy())
      }
      here.on('close', () => there.destroy())
      there.on('close', () => here.destroy())
      here.pipe(there).pipe(here)
    })
    closers.push(() => server.close())
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve({
        port: address && typeof address === 'object' ? address.port : 0,
        cut: () => {
          for (const end of ends) end.destroy()
        },
      })
    })
  })
}

function canMakeNamespaces(): boolean {
  if (process.getuid?.() !== 0 || !existsSync(ip)) return false
  const name = `rs-${process.pid}-try`
  try {
    execFileSync(ip, ['netns', 'add', name], { stdio: 'ignore' })
    execFileSync(ip, ['netns', 'delete', name], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
