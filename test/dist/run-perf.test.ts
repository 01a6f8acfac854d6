/** `ringscope perf` as it is built: tables that can be read back, exit codes, and what is left when it is stopped or a rank dies. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { COLLECTIVES } from '../../src/core/collectives/names.ts'
import { ncclTests } from '../../src/core/parsers/nccl-tests/nccl-tests.ts'
import { sampled } from '../sampled.ts'
import { freePort } from './free-port.ts'

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
const start = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))
const running = new Set<ChildProcess>()
const folders: string[] = []

afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

interface Started {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  /** Standard output so far, once it has this. */
  until(seen: RegExp): Promise<string>
}

/** Nothing of a launcher that may have started the tests. */
const clean = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(RANK|WORLD_SIZE|LOCAL_|MASTER_|OMPI|PMI|SLURM_|JOB_)/.test(name),
  ),
)

function begin(file: string, args: readonly string[]): Started {
  const child = spawn(file, args, { env: { ...clean, LANG: 'C.UTF-8' }, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  let [stdout, stderr] = ['', '']
  const looks = new Set<() => void>()
  child.stdout?.on('data', (data) => {
    stdout += data
    for (const look of looks) look()
  })
  child.stderr?.on('data', (data) => {
    stderr += data
  })
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (status) => {
      running.delete(child)
      resolve({ status, stdout, stderr })
      for (const look of looks) look()
    })
  })
  return {
    child,
    ended,
    until: (seen) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (seen.test(stdout)) resolve(stdout)
          else if (!running.has(child)) reject(new Error(`${stdout}\n${stderr}`))
        }
        looks.add(look)
        look()
      }),
  }
}

const perf = (...args: readonly string[]): Started => begin(process.execPath, [main, 'perf', ...args])

function folder(): string {
  const ownFolder = mkdtempSync(join(tmpdir(), 'ringscope-perf-'))
  folders.push(ownFolder)
  return ownFolder
}

function read(text: string) {
  const reader = ncclTests.start('perf.txt')
  text.split('\n').forEach((line, at) => {
    reader.line(line, at + 1)
  })
  const [benchmark] = reader.end().evidence
  if (benchmark?.kind !== 'benchmark') throw new Error(text)
  return benchmark
}

const pidsOf = (head: string): readonly number[] =>
  [...head.matchAll(/Rank +\d+ Group +0 Pid +(\d+)/g)].map(([, pid]) => Number(pid))
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const SMALL = ['-b', '1K', '-e', '16K', '-f', '4', '-n', '3', '-w', '1']
/** Longer than any test waits. */
const LONG = ['-b', '64K', '-e', '64M', '-f', '1.1', '-n', '500', '--algo', 'ring']

describe('a table that the reader of nccl-tests reads', () => {
  test.each(sampled(COLLECTIVES, { count: 3 }, 'perf of two threads'))(
    '%s of two threads',
    async (collective) => {
      const { status, stdout, stderr } = await perf(collective, '-g', '2', ...SMALL).ended
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      expect(stdout.split('\n')[0]).toContain('Neither a GPU nor NCCL is involved.')
      expect(read(stdout)).toMatchObject({
        tool: 'ringscope-perf',
        collective,
        ranks: 2,
        complete: true,
        outOfBounds: { count: 0, failed: false },
        rows: [{ bytes: 1024 }, { bytes: 4096 }, { bytes: 16_384 }],
      })
    },
  )

  test('of processes over tcp, in two processes', async () => {
    const { status, stdout } = await perf('all_reduce', '-g', '2', '--transport', 'tcp', ...SMALL).ended
    expect(status).toBe(0)
    expect(read(stdout)).toMatchObject({ ranks: 2, rows: [{}, {}, {}] })
    expect(new Set(pidsOf(stdout)).size).toBe(2)
    expect(stdout).toMatch(/^# limit socket [\d.]+ [MG]B\/s: raw sockets/m)
  })

  test('of processes that share a memory: it says so, and holds it against the memory', async () => {
    const args = ['perf', 'all_reduce', '-g', '2', '--transport', 'tcp', ...SMALL]
    const run = begin('env', ['RINGSCOPE_SHARED_MEMORY=1', process.execPath, main, ...args])
    const { status, stdout } = await run.ended
    expect(status).toBe(0)
    const [head] = stdout.split('\n')
    // Where the mapping is refused, sockets carry it.
    const shared = existsSync(join(root, 'node_modules/koffi')) && process.platform === 'linux'
    expect(head).toContain(shared ? 'memory shared by processes of one machine' : 'TCP sockets')
    expect(stdout).toMatch(shared ? /^# limit memory /m : /^# limit socket /m)
    expect(read(stdout).rows).toHaveLength(3)
  })

  test('with the columns of -I 1', async () => {
    const { stdout } = await perf('all_reduce', '-g', '2', '-I', '1', ...SMALL).ended
    for (const { outOfPlace } of read(stdout).rows)
      expect(outOfPlace?.perIteration?.maxSeconds).toBeGreaterThanOrEqual(
        outOfPlace?.perIteration?.minSeconds ?? Number.NaN,
      )
  })

  test('in Chinese, with the same numbers of columns', async () => {
    const { stdout } = await perf('all_reduce', '-g', '2', '--lang', 'zh', ...SMALL).ended
    expect(stdout.split('\n')[0]).toContain('与 GPU 和 NCCL 无关')
    expect(read(stdout).rows).toHaveLength(3)
  })

  test('by npm start', async () => {
    const { status, stdout } = await begin(process.execPath, [
      start,
      'perf',
      'all_reduce',
      '-g',
      '2',
      ...SMALL,
    ]).ended
    expect(status).toBe(0)
    expect(read(stdout).rows).toHaveLength(3)
  })
})

describe('where it goes', () => {
  test('--output: a file has it all, the screen nothing', async () => {
    const file = join(folder(), 'perf.txt')
    const { status, stdout } = await perf('all_reduce', '-g', '2', '--output', file, ...SMALL).ended
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
    expect(read(readFileSync(file, 'utf8'))).toMatchObject({ complete: true, rows: [{}, {}, {}] })
  })

  test.each(['-J', '--timeline', '--output'])(
    '%s nowhere: said before anything is measured',
    async (option) => {
      const run = perf('all_reduce', '-g', '2', option, join(folder(), 'no', 'such'), ...LONG)
      const { status, stdout, stderr } = await run.ended
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
      expect(stderr).toContain('Cannot write')
      expect(stderr).toContain('ENOENT')
    },
  )

  test.skipIf(!existsSync('/dev/full'))('a file that fills up: the table is there all the same', async () => {
    const { status, stdout } = await perf('all_reduce', '-g', '2', '-J', '/dev/full', ...SMALL).ended
    expect(status).toBe(2)
    expect(read(stdout)).toMatchObject({ complete: true, rows: [{}, {}, {}] })
  })

  test('a reader that leaves early is no problem', async () => {
    const command = `"${process.execPath}" "${main}" perf all_reduce -g 2 ${SMALL.join(' ')} | head -1`
    const { status, stdout, stderr } = await begin('sh', ['-c', command]).ended
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout.trim().split('\n')).toHaveLength(1)
  })

  test('-J and --timeline: files; --json: one object with the simulation and the report', async () => {
    const at = folder()
    const { status, stdout } = await perf(
      ...['all_reduce', '-g', '2', ...SMALL, '--json', '--report'],
      ...['-J', join(at, 'nccl.json'), '--timeline', join(at, 'trace.json')],
    ).ended
    expect(status).toBe(0)
    const json = JSON.parse(stdout)
    expect(json).toMatchObject({
      schema: 'ringscope.perf/1',
      measures: 'cpu',
      rows: [{}, {}, {}],
      report: { schema: 'ringscope.report/2' },
    })
    expect(json.simulation.rows).toHaveLength(3)
    for (const { simulatedSeconds } of json.simulation.rows) expect(simulatedSeconds).toBeGreaterThan(0)
    expect(JSON.parse(readFileSync(join(at, 'nccl.json'), 'utf8'))).toMatchObject({
      version: 3,
      ringscope: { carrier: 'memory', limits: [{ kind: 'memory' }] },
    })
    const { traceEvents } = JSON.parse(readFileSync(join(at, 'trace.json'), 'utf8'))
    const arrows = traceEvents.filter(({ ph }: { ph: string }) => ph === 's' || ph === 'f')
    expect(arrows.length).toBeGreaterThan(0)
    expect(new Set(traceEvents.map(({ pid }: { pid: number }) => pid))).toEqual(new Set([0, 1]))
  })

  test.skipIf(!existsSync('/usr/bin/script'))('what a rank 0 that is started by hand waits for', async () => {
    const file = join(folder(), 'out.txt')
    const port = await freePort()
    const world = `WORLD_SIZE=2 MASTER_ADDR=127.0.0.1 MASTER_PORT=${port}`
    const rank = `"${process.execPath}" "${main}" perf all_reduce --transport tcp ${SMALL.join(' ')}`
    const command = `RANK=0 ${world} ${rank} > "${file}"`
    const first = begin('/usr/bin/script', ['-qec', command, '/dev/null'])
    await first.until(new RegExp(`waiting for all 2 ranks to connect at 127\\.0\\.0\\.1:${port}`))
    const second = await begin('sh', ['-c', `RANK=1 ${world} ${rank}`]).ended
    expect(second).toEqual({ status: 0, stdout: '', stderr: '' })
    expect((await first.ended).status).toBe(0)
    expect(read(readFileSync(file, 'utf8'))).toMatchObject({ ranks: 2, complete: true })
  })

  test.skipIf(!existsSync('/usr/bin/script'))(
    'progress on a terminal only, and not with --quiet',
    async () => {
      // Standard output goes into a file, so that the terminal shows what is said beside it.
      const on = async (...more: readonly string[]) => {
        const file = join(folder(), 'out.txt')
        const command = `"${process.execPath}" "${main}" perf all_reduce -g 2 ${[...SMALL, ...more].join(' ')} > "${file}"`
        return (await begin('/usr/bin/script', ['-qec', command, '/dev/null']).ended).stdout
      }
      expect(await on()).toContain('(1 of 3)')
      expect(await on('--quiet')).not.toContain('of 3)')
    },
  )
})

describe('stopped and broken', () => {
  test.each(['threads', 'tcp'])(
    'Ctrl-C over %s prints what is done and leaves no process',
    async (transport) => {
      const run = perf('all_reduce', '-g', '2', '--transport', transport, ...LONG)
      const head = await run.until(/\n +65536 .+\n/)
      run.child.kill('SIGINT')
      const { status, stdout, stderr } = await run.ended
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      expect(stdout).toMatch(/# stopped: \d+ rows? measured/)
      expect(read(stdout).rows.length).toBeGreaterThan(0)
      for (const pid of pidsOf(head)) expect(isAlive(pid)).toBe(false)
    },
  )

  test('Ctrl-C before there is anything ends it as Ctrl-C does', async () => {
    const run = perf('send_recv', '--pairs', '-g', '2', '-n', '1000000')
    const ended = new Promise((resolve) => {
      run.child.on('exit', (_, signal) => resolve(signal))
    })
    await new Promise((resolve) => setTimeout(resolve, 2000))
    run.child.kill('SIGINT')
    expect(await ended).toBe('SIGINT')
    expect(await run.ended).toMatchObject({ stdout: '', stderr: '' })
  })

  test('killed itself: its ranks end soon', async () => {
    const run = perf('all_reduce', '-g', '2', '--transport', 'tcp', ...LONG)
    const pids = pidsOf(await run.until(/\n +65536 .+\n/))
    run.child.kill('SIGKILL')
    await run.ended
    for (let tries = 0; tries < 100 && pids.some(isAlive); tries++)
      await new Promise((resolve) => setTimeout(resolve, 20))
    expect(pids.filter(isAlive)).toEqual([])
  })

  test('a rank that is killed: exit code 4, and a sentence that names it', async () => {
    const run = perf('all_reduce', '-g', '2', '--transport', 'tcp', ...LONG)
    const [first = 0, second = 0] = pidsOf(await run.until(/\n +65536 .+\n/))
    process.kill(second, 'SIGKILL')
    const { status, stderr } = await run.ended
    expect(status).toBe(4)
    expect(stderr).toMatch(/rank 1/)
    expect(isAlive(first)).toBe(false)
  })

  test('a senseless question: exit code 2 and nothing on the screen', async () => {
    const { status, stdout, stderr } = await perf('broadcast', '-g', '2', '-r', '7', ...SMALL).ended
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain('rank 7 does not exist')
  })

  test('a straggler shows as waiting of the others', async () => {
    const { stdout } = await perf(
      'all_reduce',
      '-g',
      '2',
      '-n',
      '10',
      '-b',
      '1K',
      '-e',
      '1K',
      '--delay',
      'rank:1:20ms',
    ).ended
    expect(stdout).toContain('injected: rank 1')
    const [share] = read(stdout).shares ?? []
    expect(share?.waitingSeconds).toBeGreaterThan(0.015)
    expect(share?.transferSeconds).toBeLessThan(0.015)
  })
})

const mpirun = '/usr/bin/mpirun.openmpi'

describe.skipIf(!existsSync(mpirun))('under mpirun', () => {
  const root = process.getuid?.() === 0 ? ['--allow-run-as-root'] : []
  const mpi = (...args: readonly string[]) =>
    begin(mpirun, [
      ...root,
      '--oversubscribe',
      '-np',
      '2',
      process.execPath,
      main,
      'perf',
      ...args,
      '--transport',
      'mpi',
    ])

  test('threads in each of its processes: said once, on standard error', async () => {
    const args = ['-np', '2', process.execPath, main, 'perf', 'all_reduce', '-g', '1', ...SMALL]
    const { status, stdout, stderr } = await begin(mpirun, [...root, '--oversubscribe', ...args]).ended
    expect(status).toBe(0)
    expect(stdout.match(/# ringscope perf/g)).toHaveLength(2)
    expect(stderr.match(/A launcher started 2 processes/g)).toHaveLength(1)
  })

  test('--output: rank 0 alone writes it', async () => {
    const file = join(folder(), 'perf.txt')
    const { status } = await mpi('all_reduce', ...SMALL, '--output', file).ended
    expect(status).toBe(0)
    expect(read(readFileSync(file, 'utf8'))).toMatchObject({ ranks: 2, complete: true })
  })

  test('only rank 0 prints, and the library is one of the algorithms', async () => {
    const { status, stdout } = await mpi('all_reduce', ...SMALL, '--algo', 'mpi,ring').ended
    expect(status).toBe(0)
    expect(stdout.match(/# ringscope perf/g)).toHaveLength(1)
    expect(read(stdout)).toMatchObject({ ranks: 2, complete: true, outOfBounds: { count: 0 } })
    expect(stdout).toMatch(/^# limit fabric /m)
    expect(new Set(read(stdout).shares?.map(({ algorithm }) => algorithm))).toEqual(new Set(['mpi', 'ring']))
  })
})

test('no file is left in the folder for temporary ones', () => {
  const left = execFileSync('ls', [tmpdir()], { encoding: 'utf8' })
  expect(left).not.toMatch(/launch-[0-9a-f]{24}/)
})
